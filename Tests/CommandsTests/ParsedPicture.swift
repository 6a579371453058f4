import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An SVG document as an XML parser reads it.
final class ParsedPicture: NSObject, XMLParserDelegate {
  /// Why a document is none.
  struct NotWellFormed: Error {
    let line: Int
    let reason: String
  }

  private(set) var root: (name: String, attributes: [String: String])?
  /// Every class that an element has.
  private(set) var classes: Set<String> = []
  /// What `title` elements hold, in order.
  private(set) var titles: [String] = []
  /// What `text` elements hold, in order.
  private(set) var texts: [String] = []
  /// Every number that places something: coordinates, extents, view boxes, corners.
  private(set) var coordinates: [Double] = []
  /// The attributes of each `rect`, `svg` and `polygon`, in order.
  private(set) var shapes: [[String: String]] = []
  private var characters = ""

  /// - Throws: `NotWellFormed`.
  init(_ document: String) throws {
    super.init()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = self
    guard parser.parse() else {
      throw NotWellFormed(
        line: parser.lineNumber, reason: parser.parserError.map { "\($0)" } ?? "unknown")
    }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    if root == nil { root = (name, attributes) }
    for key in ["x", "y", "width", "height", "viewBox", "points"] {
      coordinates += (attributes[key] ?? "").split { " ,".contains($0) }.compactMap { Double($0) }
    }
    if name != "text" { shapes.append(attributes) }
    classes.formUnion((attributes["class"] ?? "").split(separator: " ").map(String.init))
    characters = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { characters += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if name == "title" { titles.append(characters) }
    if name == "text" { texts.append(characters) }
    characters = ""
  }
}
