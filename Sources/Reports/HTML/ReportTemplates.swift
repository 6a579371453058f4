import Mustache

/// The templates of the report, in the executable itself.
struct ReportTemplates: Sendable {
  static let shared = Result { () throws(TemplateError) in try ReportTemplates() }

  private let library: MustacheLibrary

  private init() throws(TemplateError) {
    let templates = [
      ("page", PackageResources.page_mustache), ("record", PackageResources.record_mustache),
      ("comparison", PackageResources.comparison_mustache),
      ("changes", PackageResources.changes_mustache),
      ("gate", PackageResources.gate_mustache), ("head", PackageResources.head_mustache),
      ("facts", PackageResources.facts_mustache),
      ("environment", PackageResources.environment_mustache),
      ("scenario", PackageResources.scenario_mustache),
      ("figure", PackageResources.figure_mustache), ("table", PackageResources.table_mustache),
      ("profile", PackageResources.profile_mustache), ("trend", PackageResources.trend_mustache),
    ]
    MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
    var library = MustacheLibrary()
    for (name, bytes) in templates {
      let text = String(decoding: bytes, as: UTF8.self)
      do {
        try library.register("{{%CONTENT_TYPE:\(HTMLText.name)}}\n" + text, named: name)
      } catch {
        throw TemplateError(template: name, reason: "\(error)")
      }
    }
    self.library = library
  }

  /// The page without its beginning. All text is escaped but the scripts and the style sheet.
  func render(_ page: Any, with template: String = "page") throws(TemplateError) -> String {
    guard let text = library.render(page, withTemplate: template) else {
      throw TemplateError(template: template, reason: "it is missing")
    }
    return text
  }

  /// The beginning of every page that the command `name` writes, by which it knows its own.
  static func beginning(of name: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="generator" content="cvbench \(name)">

    """
  }

  /// The style sheet of every report.
  static var stylesheet: String { String(decoding: PackageResources.report_css, as: UTF8.self) }

  /// The script that sorts and filters tables.
  static var tableScript: String { String(decoding: PackageResources.tables_js, as: UTF8.self) }

  /// What the pages of profiles add to the style sheet.
  static var profileStylesheet: String {
    String(decoding: PackageResources.profile_css, as: UTF8.self)
  }

  /// The additions of the page of a trend to the style sheet.
  static var trendStylesheet: String {
    String(decoding: PackageResources.trend_css, as: UTF8.self)
  }

  /// The script that draws flame graphs.
  static var flameScript: String { String(decoding: PackageResources.flame_js, as: UTF8.self) }

  /// The script that draws the charts with the library.
  static var chartScript: String { String(decoding: PackageResources.charts_js, as: UTF8.self) }
}

/// A template of the report that cannot be read: a mistake of this module.
public struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The template's name.
  public let template: String
  /// The library's words.
  public let reason: String

  /// The template and what is wrong with it.
  public var description: String { "the template '\(template)' of the report: \(reason)" }
}

/// The text of Chart.js, which draws the charts of a report and is carried in it.
public struct ChartLibrary: Hashable, Sendable {
  /// Debian's package of it.
  public static let debianPackage = "libjs-chart.js"
  /// The path at which that package installs it.
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

/// The reason why a text cannot draw charts.
public enum ChartLibraryError: Error, Hashable, Sendable {
  /// It does not say that it is Chart.js.
  case notChartJS
  /// Its options are not those of the version that the report speaks.
  case version(String)
  /// It is a build for bundlers, which a page cannot run as it is.
  case module
}

extension ChartLibraryError: CustomStringConvertible {
  /// The finding, and the valid values.
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
