import Foundation
import Processes
import RunRecords
import TestSupport
import Testing

/// What docs/ci.md tells its reader to type, typed, in a repository of which the fixture is built.
@Suite(.serialized) struct DocumentedGateTests {
  private static let page = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "docs/ci.md")
  private static let fixture = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "CommandsFixture").path

  /// The page's command lines, as a workflow of a pull request on `main` would start them.
  private static func commands() throws -> [String] {
    var isCode = false
    return try String(contentsOf: page, encoding: .utf8).split(separator: "\n").compactMap {
      line -> String? in
      if line.hasPrefix("```") {
        isCode.toggle()
        return nil
      }
      var text = line.drop { $0 == " " || $0 == "-" }
      if text.hasPrefix("run: ") { text = text.dropFirst("run: ".count) }
      guard isCode, text.hasPrefix("cvbench ") || text.hasPrefix(".build/release/cvbench ") else {
        return nil
      }
      return String(text).replacing("${{ github.base_ref }}", with: "main")
        .replacing("--filter item-random", with: "--filter /work/")
    }
  }

  /// What a command is given besides, so that it measures one case of the fixture, and briefly:
  /// five pairs, or up to forty where the machine is busy, tell a head that is twenty times as
  /// slow, and whether two builds are equal they do not.
  private static let limits = [
    "gate": "--filter /work/ --dataset one-section --sizes 1k --min-pairs 5 "
      + "--max-pairs 40 --precision 50% --allow-debug-build",
    "doctor": "--filter /work/ --dataset one-section --sizes 1k --aa 2 --plants 1 --min-pairs 5 "
      + "--max-pairs 40 --precision 50% --allow-debug-build",
    "run": "--filter /work/ --dataset one-section --sizes 1k --launches 1 --allow-debug-build",
  ]

  /// A program that becomes the fixture, which does so much work.
  private static func program(steps: Int) -> String {
    """
    import Glibc

    setenv("FIXTURE_STEPS", "\(steps)", 1)
    unsafe execv("\(fixture)", CommandLine.unsafeArgv)

    """
  }

  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "project", targets: [.executableTarget(name: "CommandsFixture", path: "Sources")])

    """

  /// A repository whose `origin/main` is its only commit, with two builds beside the sources.
  private func inProject(_ body: (String) throws -> Void) throws {
    try inTemporaryDirectory { directory in
      try write(Self.manifest, to: directory + "/Package.swift")
      try write(".build/\n*.json\nold/\nnew/\n", to: directory + "/.gitignore")
      try write(Self.program(steps: 20_000), to: directory + "/Sources/main.swift")
      for build in ["old", "new"] {
        try writeScript("exec '\(Self.fixture)' \"$@\"", to: directory + "/\(build)/cvbench")
      }
      let limits = Self.limits.map { "\($0)) set -- \"$@\" \($1);;" }.joined(separator: " ")
      let tool = "case $1 in \(limits) esac\nexec '\(Self.fixture)' \"$@\""
      for path in ["/.build/release/cvbench", "/.build/bin/cvbench"] {
        try writeScript(tool, to: directory + path)
      }
      let author = "-c user.name=A -c user.email=a@example.org"
      let setUp = try shell(
        "git init -q -b main . && git add . && git \(author) commit -q -m first "
          + "&& git update-ref refs/remotes/origin/main HEAD", in: directory)
      #expect(setUp.status == 0, "\(setUp.text)")
      try body(directory)
    }
  }

  private func write(_ text: String, to path: String) throws {
    let file = URL(filePath: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func writeScript(_ text: String, to path: String) throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try makeExecutable(Data("#!/bin/sh\n\(text)\n".utf8), at: path)
  }

  /// Runs a line of a shell, with `cvbench` in its path.
  private func shell(
    _ line: String, in directory: String
  ) throws -> (status: Int32, text: String) {
    var variables = ProcessInfo.processInfo.environment
    variables["GITHUB_STEP_SUMMARY"] = nil
    variables["CI_MERGE_REQUEST_DIFF_BASE_SHA"] = "origin/main"
    // As where git has started the shell: it must not take its own repository for the one to build.
    variables["GIT_DIR"] = directory + "/.git"
    variables["PATH"] = directory + "/.build/bin:" + (variables["PATH"] ?? "")
    let outcome = try ExternalProgram.shell(
      "exec 2>&1; " + line, in: directory, environment: variables)
    return (outcome.ending.shellStatus, outcome.text)
  }

  @Test func everyCommandPassesWhereNothingHasChanged() throws {
    let commands = try Self.commands()
    #expect(commands.count >= 8 && commands.contains { $0.contains("--base-ref") })
    try inProject { directory in
      for command in commands {
        let result = try shell(command, in: directory)
        #expect(result.status == 0, "\(command)\n\(result.text)")
      }
      let record = try RunRecord.read(from: directory + "/gate.json")
      #expect(record.warnings.map(\.code).contains("equal-code"))
      let head = try shell("git symbolic-ref HEAD && git status --porcelain", in: directory)
      #expect(head.text == "refs/heads/main", "the user's own branch is another: \(head.text)")
      let trees = try shell("git worktree list", in: directory)
      #expect(trees.text.split(separator: "\n").count == 2, "\(trees.text)")
    }
  }

  /// A line for each status that the page has a row for, where the head is twenty times as slow.
  private static let endings: [Int32: String] = [
    0: "gate --base old/cvbench --head old/cvbench",
    1: "gate --gate-equal-code --base-ref origin/main",
    2: "gate --base-ref origin/main --fail-on often",
    3: "gate --base old/cvbench --filter /crash/",
    4: "gate --gate-equal-code --base old/cvbench --budget 1ms --fail-on 'inconclusive>20%'",
    5: "gate --base-ref origin/gone",
    6: "gate --gate-equal-code --base .build/gate/head/release/CommandsFixture --head old/cvbench "
      + "--fail-on improved",
    74: "gate --gate-equal-code --base old/cvbench -o /proc/gate.json",
  ]

  @Test func everyStatusIsWhatThePageSays() throws {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let documented = page.split(separator: "\n").filter { $0.hasPrefix("| ") }.flatMap { row in
      row.split(separator: "|")[0].split(separator: ",")
        .compactMap { Int32($0.trimmingCharacters(in: .whitespaces)) }
    }
    // An error of the tool itself cannot be asked for; an interrupt has its own test.
    #expect(Set(documented) == Set(Self.endings.keys).union([70, 130]))
    try inProject { directory in
      try write(Self.program(steps: 400_000), to: directory + "/Sources/main.swift")
      for (status, arguments) in Self.endings.sorted(by: { $0.key < $1.key }) {
        let result = try shell("cvbench " + arguments, in: directory)
        #expect(result.status == status, "\(arguments)\n\(result.text)")
      }
    }
  }

  @Test func aShallowCloneIsToldWhatToFetch() throws {
    try inProject { directory in
      let clone = try shell(
        "git -c user.name=A -c user.email=a@example.org commit -q --allow-empty -m second && "
          + "git clone -q --depth 1 \"file://$PWD\" clone", in: directory)
      #expect(clone.status == 0, "\(clone.text)")
      let result = try shell(
        "cvbench gate --package-path clone --base-ref origin/topic", in: directory)
      #expect(result.status == 5)
      #expect(
        result.text.contains(
          "git fetch --depth=1 origin topic:refs/remotes/origin/topic"), "\(result.text)")
      let broken = try shell(
        "echo 'let x: Int = \"\"' > Sources/main.swift && cvbench gate --base-ref origin/main",
        in: directory)
      #expect(broken.status == 5 && broken.text.contains("the head cannot be built"))
      #expect(broken.text.contains("error:"), "\(broken.text)")
    }
  }
}
