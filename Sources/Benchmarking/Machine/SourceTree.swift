package import Foundation
import Processes
package import RunRecords

/// The git repository around an executable, and whether the executable can have come from what is
/// in it now.
///
/// A commit is claimed only where nothing that goes into the build is newer than the executable. A
/// source that was deleted before the build makes the tree dirty; one that was deleted or renamed
/// after it makes its directory newer.
package struct SourceTree {
  /// The commit; nothing where there is no repository, or the executable is older than it.
  package let git: Build.Git
  /// A source, or a directory of sources, that is newer than the executable, from the repository's
  /// root; nil where none is.
  package let newerPath: String?

  /// The tree around the running executable, as it stood when first asked for.
  static let ofExecutable = SourceTree(
    around: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(),
    // The file that runs, even when another one has taken its place since.
    builtAt: ModificationTime(ofFileAt: "/proc/self/exe"))

  /// The tree around `executable`.
  ///
  /// - Parameters:
  ///   - executable: A file.
  ///   - built: When it was linked.
  /// - Complexity: Four processes, and a system call for each source and directory.
  package init(around executable: URL, builtAt built: ModificationTime?) {
    if let stated = Self.stated(beside: executable) {
      (git, newerPath) = (stated, nil)
      return
    }
    let directory = executable.deletingLastPathComponent().path
    let repository = GitRepository(at: directory)
    guard let built, let root = repository.line(["rev-parse", "--show-toplevel"]),
      let files = repository.line(["ls-files", "-z", "--full-name", "--"] + Self.patterns)
    else {
      (git, newerPath) = (Build.Git(), nil)
      return
    }
    let sources = Self.sources(
      among: files.split(separator: "\0").map(String.init), of: executable.path, in: root)
    newerPath = Self.withDirectories(sources).sorted().first { path in
      // What is missing has left its trace in the directory.
      ModificationTime(ofFileAt: root + "/" + path).map { $0 > built } ?? false
    }
    guard newerPath == nil,
      let status = repository.line(
        ["status", "--porcelain=v2", "--branch", "--untracked-files=no"])
    else {
      git = Build.Git()
      return
    }
    // Of what git does not know, sources alone go into a build: records and pages lie beside them.
    let listing = ["ls-files", "-z", "--full-name", "--others", "--exclude-standard", "--"]
    guard let others = try? repository.run(listing + Self.patterns), others.isSuccess else {
      // A commit with changes would pass for one without.
      git = Build.Git()
      return
    }
    let unknown = others.text.split(separator: "\0").map(String.init)
    let hasUnknown = !Self.sources(among: unknown, of: executable.path, in: root).isEmpty
    git = Build.Git(status: status, hasUnknownSources: hasUnknown)
  }

  /// The commit that an archive states of its executable, which lies in no repository of its sources.
  ///
  /// `cvbench.commit` beside `cvbench` has a line with the executable's SHA-256, the commit, and
  /// `changed` where the work tree was. It counts for that very file only.
  private static func stated(beside executable: URL) -> Build.Git? {
    guard
      let line = try? SystemFile.text(of: executable.path + ".commit")
    else { return nil }
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count >= 2, words[1].wholeMatch(of: /[0-9a-f]{40}/) != nil,
      words[0] == (try? FileHash.sha256(of: executable.path))
    else { return nil }
    return Build.Git(sha: words[1], dirty: words.count > 2)
  }

  /// A warning for the reader of a record; nil if the commit is told, or there is none.
  package var warning: Warning? {
    newerPath.map { path in
      Warning(
        code: "stale-build",
        message: "the sources are newer than this executable ('\(path)' for one), so the record "
          + "names no commit; delete it and build again")
    }
  }

  /// The patterns of files that go into a build, anywhere in the repository.
  private static let patterns = ["swift", "c", "cc", "cpp", "h", "hpp", "S", "modulemap"]
    .map { ":/*.\($0)" }

  /// Those of `files` that `executable` can have been built from: neither tests nor the sources of
  /// a package inside the package, unless it is that package's.
  private static func sources(
    among files: [String], of executable: String, in root: String
  ) -> [String] {
    let foreign = files.filter { $0.hasSuffix("/Package.swift") }
      .map { String($0.dropLast("Package.swift".count)) }
      .filter { !executable.hasPrefix(root + "/" + $0) }
    let others = foreign + ["Tests/"]
    return files.filter { file in !others.contains { file.hasPrefix($0) } }
  }

  /// `files`, and the directories that they lie in, up to the root.
  ///
  /// The root is left out: records, completions and notes are put there, and no sources but the
  /// manifest.
  private static func withDirectories(_ files: [String]) -> Set<String> {
    var paths: Set<String> = []
    for file in files {
      var path = file[...]
      while paths.insert(String(path)).inserted, let slash = path.lastIndex(of: "/") {
        path = path[..<slash]
      }
    }
    return paths
  }
}

extension Build.Git {
  /// The commit that `git status --porcelain=v2 --branch` tells of.
  fileprivate init(status: String, hasUnknownSources: Bool) {
    let lines = status.split(separator: "\n")
    func header(_ name: String) -> String? {
      let start = "# branch.\(name) "
      return lines.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    }
    self.init()
    guard let oid = header("oid"), oid != "(initial)" else { return }
    sha = oid
    branch = header("head").flatMap { $0 == "(detached)" ? nil : $0 }
    dirty = hasUnknownSources || lines.contains { !$0.hasPrefix("#") }
  }
}
