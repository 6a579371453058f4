/// The text of Chart.js, which draws the charts of a report and is carried in it.
public struct ChartLibrary: Hashable, Sendable {
  /// Debian's package of it.
  public static let debianPackage = "libjs-chart.js"
  /// Where that package puts it.
  public static let debianPath = "/usr/share/javascript/chart.js/chart.min.js"
  /// The first number of the versions whose options the report's script speaks.
  static let majorVersion = 3

  /// `3.9.1`.
  public let version: String
  /// The library, such that no part of it ends the script element around it.
  let script: String

  /// Takes the library's text, as its file has it.
  ///
  /// - Parameter text: The browser's build of Chart.js 3, `chart.js` or `chart.min.js`.
  /// - Throws: `ChartLibraryError` where it is something else.
  /// - Complexity: O(characters).
  public init(_ text: String) throws(ChartLibraryError) {
    // The name stands in the comment that all its builds begin with.
    let beginning = String(decoding: text.utf8.prefix(1_000), as: UTF8.self)
    guard let match = beginning.firstMatch(of: /Chart\.js v((\d+)\.\d+\.\d+)/) else {
      throw .notChartJS
    }
    version = String(match.1)
    guard match.2 == "\(Self.majorVersion)" else { throw .version(version) }
    // What a page's script element can run leaves `Chart` in the window.
    guard text.contains("define.amd") else { throw .module }
    script = Self.escaped(text)
  }

  /// A backslash goes between `<` and what would end or nest a script: the same in a JavaScript
  /// string or pattern, and nowhere else can these stand.
  private static func escaped(_ text: String) -> String {
    let pattern = /<(!--|\/?script)/.ignoresCase().matchingSemantics(.unicodeScalar)
    return text.replacing(pattern) { "<\\\($0.1)" }
  }
}

/// Why a text cannot draw charts.
public enum ChartLibraryError: Error, Hashable, Sendable {
  /// It does not say that it is Chart.js.
  case notChartJS
  /// Its options are not those of the version that the report speaks.
  case version(String)
  /// It is a build for bundlers, which a page cannot run as it is.
  case module
}

extension ChartLibraryError: CustomStringConvertible {
  /// What was found, and what is valid.
  public var description: String {
    let wanted = "Chart.js \(ChartLibrary.majorVersion)"
    return switch self {
    case .notChartJS: "it does not begin as Chart.js does; the report needs \(wanted)"
    case .version(let found): "it is Chart.js \(found); the report needs \(wanted)"
    case .module:
      "it is the build of Chart.js for bundlers; the report needs the one for browsers, chart.js or "
        + "chart.min.js"
    }
  }
}
