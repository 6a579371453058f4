import Foundation
import Processes
public import RunRecords

extension Build {
  /// The options of LLVM that align code: functions start at cache lines, loops at half ones, and no
  /// jump of x86 crosses 32 bytes, which processors before Ice Lake decode slowly.
  ///
  /// Source: Intel, "Mitigations for Jump Conditional Code Erratum", 2019.
  package static let alignment: [String] = {
    let flags = ["-align-all-functions=6", "-align-all-nofallthru-blocks=5"]
    #if arch(x86_64)
      return flags + ["-x86-branches-within-32B-boundaries"]
    #else
      return flags
    #endif
  }()

  /// The build that is running, under the id `run`.
  ///
  /// Hashes are the tool `sha256sum`'s, the commit is `git`'s: of the repository that holds the
  /// executable, where no source in it is newer. What they cannot tell is absent.
  ///
  /// - Returns: The build.
  /// - Complexity: O(size of the executable), and a few processes.
  public static func current() -> Build {
    Build(
      id: "run", git: .ofExecutable(),
      binary: Binary(
        sha256: try? executableHash.get(),
        textSHA256: currentTextSHA256()),
      compiler: BuildIdentity.compiler)
  }

  /// The hash of the executable, or the reason why it cannot be told.
  ///
  /// - Complexity: O(size of the file), and a process, the first time.
  static let executableHash = Result { () throws(ProcessError) in
    try FileHash.sha256(of: executable.path)
  }

  /// Warnings for the reader of a record of the build that is running.
  package static var warnings: [Warning] {
    var warnings: [Warning] = []
    if let stale = SourceTree.ofExecutable.warning { warnings.append(stale) }
    if case .failure(let error) = executableHash {
      warnings.append(
        Warning(
          code: Warning.unhashedBuild, message: "the executable could not be hashed: \(error)"))
    }
    return warnings
  }

  /// The hash of the machine code that is running; nil where it cannot be told.
  ///
  /// - Complexity: O(size of the executable), and a process.
  package static func currentTextSHA256() -> String? {
    let data = try? Data(contentsOf: executable, options: .alwaysMapped)
    return data.flatMap { ExecutableFile($0) }?.code.flatMap {
      try? FileHash.sha256(of: $0)
    }
  }

  private static var executable: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
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

/// The compiler and the flags of this executable.
package enum BuildIdentity {
  /// The reason why a build like this must not record; nil if it may.
  package static var refusalToRecord: String? {
    #if InvariantChecks
      "this build checks every structure after each change (trait InvariantChecks), so its figures "
        + "would mislead; build without the trait"
    #elseif DEBUG
      "this is a debug build, whose figures would mislead; build with: swift build -c release"
    #else
      nil
    #endif
  }

  /// The compiler, as far as the compiled code knows it.
  static var compiler: Build.Compiler {
    Build.Compiler(swift: swiftVersion, target: target, flags: flags)
  }

  private static var swiftVersion: String {
    // The language has no way to ask for its version, only whether it is at least another one.
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3.4)
      "6.3.4 or later"
    #elseif compiler(>=6.3.3)
      "6.3.3"
    #elseif compiler(>=6.3.2)
      "6.3.2"
    #elseif compiler(>=6.3.1)
      "6.3.1"
    #else
      "before 6.3.1"
    #endif
  }

  package static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "aarch64"
    #else
      "unknown"
    #endif
  }

  private static var target: String {
    #if os(Linux)
      architecture + "-unknown-linux-gnu"
    #else
      architecture + "-unknown"
    #endif
  }

  /// The flags that change the code, where a compilation condition tells of them.
  private static var flags: [String] {
    var flags: [String] = []
    #if DEBUG
      flags.append("-Onone")
    #else
      flags.append("-O")
    #endif
    #if ALIGNED_CODE
      flags += Build.alignment
    #endif
    #if InvariantChecks
      flags.append("-DInvariantChecks")
    #endif
    return flags
  }
}
