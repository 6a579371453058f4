import Foundation

extension Fixtures {
  /// Makes a repository of commits to build, of which `b` made one case worse, and a `swift`
  /// that builds them.
  func makePackage(at path: String) throws {
    try makeRepository(at: path)
    let program = "\(path)/bin/swift"
    try FileManager.default.createDirectory(
      atPath: "\(path)/bin", withIntermediateDirectories: true)
    try Data(standIn.utf8).write(to: URL(filePath: program))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
  }

  /// Stands for `swift build`: an object is the script of an executable, which runs the tool, and tells
  /// of 9 allocations where the package has the file `b`, else of 5.
  private var standIn: String {
    #"""
    #!/bin/sh
    set -e
    case $1 in
    --version)
      echo a stand-in
      exit ;;
    -emit-executable)
      objects=$(cat "${4#@}")
      cat $objects >"$3"
      chmod +x "$3"
      exit ;;
    esac
    while [ $# -gt 0 ]; do
      case $1 in
      --package-path) package=$2 ;;
      --scratch-path)
        mkdir -p "$2"
        scratch=$(cd "$2" && pwd) ;;
      --product) product=$2 ;;
      --show-bin-path) echo "$scratch" ;;
      esac
      shift
    done
    [ "$product" = cvbench ] || exit 0
    exact='"unit":"count","better":"lower","kind":"exact","role":"gate"'
    allocations=5
    [ ! -e "$package/b" ] || allocations=9
    cat >"$scratch/main.o" <<END
    #!/bin/sh
    "\#(tool)" "\$@" | stdbuf -oL sed \
      's/{[^{}]*"name":"allocations"[^{}]*}/{"name":"allocations",$exact,"value":$allocations}/'
    END
    echo "$scratch/main.o" >"$scratch/main.LinkFileList"
    link="swift -emit-executable -o $scratch/cvbench @$scratch/main.LinkFileList"
    echo "$link"
    $link

    """#
  }
}
