import Foundation
import GateTestSupport

extension Fixtures {
  /// Makes a repository of commits to build, of which `b` made one case worse, and a `swift`
  /// that builds them.
  func makePackage(at path: String) throws {
    try makeRepository(at: path)
    let folder = "\(path)/bin"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FakeSwift.write(into: folder, compiling: compileScript)
  }

  /// Shell lines that write the script of an executable, which runs the tool, and tells of 9 allocations
  /// where the package has the file `b`, else of 5.
  private var compileScript: String {
    #"""
    exact='"unit":"count","better":"lower","kind":"exact","role":"gate"'
    allocations=5
    [ ! -e "$package/b" ] || allocations=9
    run="\"\#(tool)\" \"\$@\""
    change="{\"name\":\"allocations\",$exact,\"value\":$allocations}"
    # No text in the script itself, which the shell would send through a pipe: that is no worker's.
    printf '%s\n' "$run | stdbuf -oL sed 's/{[^{}]*\"name\":\"allocations\"[^{}]*}/$change/'" \
      >"$scratch/main.o"
    """#
  }
}
