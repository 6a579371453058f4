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
      ("gate", PackageResources.gate_mustache),
      ("environment", PackageResources.environment_mustache),
      ("scenario", PackageResources.scenario_mustache),
      ("figure", PackageResources.figure_mustache), ("table", PackageResources.table_mustache),
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
  func render(_ page: ReportPage) throws(TemplateError) -> String {
    guard let text = library.render(page, withTemplate: "page") else {
      throw TemplateError(template: "page", reason: "it is missing")
    }
    return text
  }

  /// The style sheet of every report.
  static var stylesheet: String { String(decoding: PackageResources.report_css, as: UTF8.self) }

  /// What sorts and filters tables.
  static var tableScript: String { String(decoding: PackageResources.tables_js, as: UTF8.self) }

  /// What draws the charts, by the library.
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
