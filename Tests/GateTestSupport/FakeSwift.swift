import Foundation

/// A program that stands for `swift`, and builds and links packages within milliseconds.
///
///     try FakeSwift.write(into: folder, compiling: "echo '#!/bin/sh' >\"$scratch/main.o\"")
///     let builder = PairBuilder(
///       baseRef: "HEAD", packagePath: package, product: "cvbench",
///       searchPath: "\(folder):/usr/bin:/bin", isInterrupted: { false }, report: { _ in })
///
/// An object is the text of an executable script, and linking joins the objects. As SwiftPM does, it
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
  ///   - compiling: Lines of a shell script that write the object `$scratch/main.o` of the product
  ///     `cvbench` from `$package`.
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
            exit 1 ;;
          esac
        fi
      done
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
    if [ "$product" != cvbench ]; then
      \#(otherwise)
      exit 0
    fi
    before=$(cat "$scratch/main.o" 2>/dev/null || :)
    \#(compiling)
    [ ! -e "$scratch/cvbench" ] || [ "$before" != "$(cat "$scratch/main.o")" ] || exit 0
    echo "$scratch/main.o" >"$scratch/main.LinkFileList"
    link="$0 -emit-executable -o $scratch/cvbench @$scratch/main.LinkFileList"
    $link
    [ ! -e "$folder/silent" ] || exit 0
    echo "$link"
    echo "$0 -emit-executable -o $scratch/plugin @$scratch/plugin.LinkFileList"

    """#
  }
}
