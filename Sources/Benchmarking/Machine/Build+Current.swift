import Foundation
import Processes
public import RunRecords

extension Build {
  /// The build that is running, under the id `run`.
  ///
  /// Hashes are the tool `sha256sum`'s, the commit is `git`'s: of the repository that holds the
  /// executable, where no source in it is newer. What they cannot tell is absent.
  ///
  /// - Returns: The build.
  /// - Complexity: O(size of the executable), and a few processes.
  public static func current() -> Build {
    let file = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    return Build(
      id: "run", git: .ofExecutable(), binary: binary(file),
      compiler: BuildIdentity.compiler)
  }

  private static func binary(_ file: URL) -> Binary {
    let code = (try? Data(contentsOf: file, options: .alwaysMapped)).flatMap { ExecutableFile($0) }
    return Binary(
      sha256: hash(ExternalProgram.answer(of: "sha256sum", [file.path])),
      textSHA256: code?.code.flatMap {
        hash(ExternalProgram.answer(of: "sha256sum", [], input: $0))
      })
  }

  /// The hash in a line of `sha256sum`: its first word.
  private static func hash(_ line: String?) -> String? {
    line?.split(separator: " ").first.map(String.init)
  }
}

extension Build.Git {
  /// The commit that the running executable was built from.
  ///
  /// - Returns: What `git` tells of the repository that holds the executable; nothing where there
  ///   is none, or where a source is newer than the executable.
  /// - Complexity: A few processes, the first time.
  public static func ofExecutable() -> Build.Git { SourceTree.ofExecutable.git }
}
