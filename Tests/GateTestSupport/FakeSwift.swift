import Foundation

/// A program that stands for `swift`, and builds and links packages within milliseconds.
///
///     try FakeSwift.write(into: folder, compiling: "echo 'echo made' >\"$scratch/main.o\"")
///     let builder = PairBuilder(
///       baseRef: "HEAD", packagePath: package, product: "cvbench",
///       searchPath: "\(folder):/usr/bin:/bin", isInterrupted: { false }, report: { _ in })
///
/// An object is some lines of a shell script, and linking joins the objects. As SwiftPM does, it
/// prints a plugin's link command too, and does not link an executable again whose objects are the same.
/// Files beside it change what it does:
///
/// - It fails to link an executable whose name matches the shell pattern in `refused`. The pattern in
///   `refused-once` counts for one link.
/// - While there is a file `silent`, it prints no command.
package enum FakeSwift {
  /// Writes the program `swift` into a directory that exists.
  ///
  /// - Parameters:
  ///   - folder: The path of the directory.
  ///   - compiling: Lines of a shell script that write objects of the product `cvbench`, `$scratch/*.o`,
  ///     from `$package`.
  ///   - otherwise: Lines that make another `$product`.
  /// - Throws: An error of Foundation.
  package static func write(
    into folder: String, compiling: String, otherwise: String = ":"
  ) throws {
    let program = "\(folder)/swift"
    try Data(script(compiling, otherwise).utf8).write(to: URL(filePath: program))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
  }

  private static func script(_ compiling: String, _ otherwise: String) -> String {
    #"""
    #!/bin/sh
    set -e
    folder=${0%/*}
    case $1 in
    --version)
      echo a fake
      exit ;;
    -emit-executable)
      for file in refused refused-once; do
        if [ -e "$folder/$file" ]; then
          pattern=$(cat "$folder/$file")
          case $3 in $pattern)
            rm -f "$folder/refused-once"
            echo refused >&2
            exit 1 ;;
          esac
        fi
      done
      objects=$(cat "${4#@}")
      { echo "#!/bin/sh"; cat $objects; } >"$3"
      chmod +x "$3"
      exit ;;
    esac
    package= scratch= product= shown=
    while [ $# -gt 0 ]; do
      case $1 in
      --package-path) package=$2 ;;
      --scratch-path)
        mkdir -p "$2"
        scratch=$(cd "$2" && pwd) ;;
      --product) product=$2 ;;
      --show-bin-path) shown=1 ;;
      esac
      shift
    done
    if [ "$shown" ]; then
      echo "$scratch"
      exit 0
    fi
    if [ "$product" != cvbench ]; then
      \#(otherwise)
      exit 0
    fi
    before=$(cat "$scratch"/*.o 2>/dev/null || :)
    \#(compiling)
    [ ! -e "$scratch/cvbench" ] || [ "$before" != "$(cat "$scratch"/*.o)" ] || exit 0
    printf '%s\n' "$scratch"/*.o >"$scratch/cvbench.LinkFileList"
    link="$0 -emit-executable -o $scratch/cvbench @$scratch/cvbench.LinkFileList"
    $link
    [ ! -e "$folder/silent" ] || exit 0
    echo "$link"
    echo "$0 -emit-executable -o $scratch/plugin @$scratch/plugin.LinkFileList"

    """#
  }
}
