package import Foundation

/// The library that counts exact peaks of live bytes; worker processes of the allocations pass
/// preload it.
///
/// SwiftPM builds it from any package that depends on this one, beside the package's executables.
public enum PeakCounter {
  /// The product that is the library.
  static let product = "AllocationInterposer"
  /// The file of the library, beside the executable.
  package static let fileName = "lib\(product).so"

  /// The path of the library; nil if none is beside the executable.
  public static var path: String? { library(beside: ProcessLauncher.ownExecutable)?.path }

  /// The sentence that says how to get the library for this executable.
  public static var advice: String { advice(for: ProcessLauncher.ownExecutable) }

  /// Returns the library beside `executable`; nil if there is none.
  static func library(beside executable: URL) -> URL? {
    let library = executable.resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: fileName)
    return FileManager.default.fileExists(atPath: library.path) ? library : nil
  }

  /// Returns the sentence for `executable`.
  ///
  /// An executable of SwiftPM lies in `PACKAGE/.build/TRIPLE/CONFIGURATION`, or in another
  /// directory instead of `.build`, which `--scratch-path` has named.
  package static func advice(for executable: URL) -> String {
    let directory = executable.resolvingSymlinksInPath().deletingLastPathComponent()
    let scratch = directory.deletingLastPathComponent().deletingLastPathComponent()
    let absence = "\(fileName) is not beside the executable"
    let configuration = directory.lastPathComponent
    guard configuration == "release" || configuration == "debug" else {
      return "\(absence); build the product \(product) in its package, and copy the file to "
        + directory.path
    }
    let place = scratch.lastPathComponent == ".build" ? "" : " --scratch-path \(scratch.path)"
    return "\(absence); in the executable's package run: swift build -c \(configuration)\(place) "
      + "--product \(product)"
  }
}
