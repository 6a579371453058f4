import Datasets
import Foundation
import Processes
import Yams

/// The options that a project keeps in a file, as in `cvbench.yml`.
///
/// ```yaml
/// storage: [flat, btree]
/// sizes: [1k, 300k]
/// gate:
///   margin: 2%
/// ```
package struct ConfigurationFile {
  /// The name under which the file is found in the current directory.
  static let usualName = "cvbench.yml"

  /// The path of the file.
  let path: String
  /// The settings for every command that takes them.
  private(set) var common: [Setting] = []
  /// The settings for one command, by its name.
  private(set) var sections: [String: [Setting]] = [:]

  /// An option and its values.
  struct Setting: Hashable {
    /// The option's name, without the dashes.
    let key: String
    let values: [String]
  }

  /// Reads the file at `path`.
  ///
  /// - Throws: `ToolError.configuration` with the line of what is no setting.
  init(at path: String) throws(ToolError) {
    let text: String
    do throws(InputError) {
      text = String(
        decoding: try SystemFile.contents(of: path, atMost: InputLimit.text), as: UTF8.self)
    } catch .notRegular where path == "/dev/null" {
      text = ""
    } catch {
      throw .configuration(path: path, line: nil, reason: error.text)
    }
    try self.init(parsing: text, path: path)
  }

  /// Parses `text`, which stands at `path`.
  ///
  /// - Throws: `ToolError.configuration` with the line of what is no setting.
  package init(parsing text: String, path: String) throws(ToolError) {
    self.path = path
    let root: Node?
    do {
      root = try Yams.compose(yaml: text)
    } catch {
      throw Self.refusal(of: error, path: path)
    }
    // A file of comments has no node, and one that begins with --- an empty one.
    guard let root, root.scalar?.string != "" else { return }
    for (key, value) in try entries(of: root, named: "the file") {
      guard let keys = ConfigurableOptions.keys(of: key.text) else {
        common.append(try setting(key, value, among: ConfigurableOptions.common, isCommon: true))
        continue
      }
      var settings: [Setting] = []
      for (key, value) in try entries(of: value, named: "'\(key.text)'") {
        settings.append(try setting(key, value, among: keys, isCommon: false))
      }
      sections[key.text] = settings
    }
  }

  /// A key, and where it stands.
  private struct Key {
    let text: String
    let line: Int?
  }

  private func entries(
    of node: Node, named name: String
  ) throws(ToolError) -> [(key: Key, value: Node)] {
    guard case .mapping(let mapping) = node else {
      throw refusal(
        node.mark?.line, "\(name) must hold lines of 'option: value', as 'sizes: [1k, 300k]'")
    }
    var entries: [(key: Key, value: Node)] = []
    for (key, value) in mapping {
      let line = key.mark?.line
      guard case .scalar(let scalar) = key else {
        throw refusal(line, "a key is the name of an option, as 'sizes'")
      }
      entries.append((Key(text: scalar.string, line: line), value))
    }
    return entries
  }

  private func setting(
    _ key: Key, _ value: Node, among keys: [String], isCommon: Bool
  ) throws(ToolError) -> Setting {
    guard keys.contains(key.text) else { throw unknown(key, among: keys, isCommon: isCommon) }
    let nodes: [Node] =
      switch value {
      case .sequence(let sequence): Array(sequence)
      case .scalar, .mapping, .alias: [value]
      }
    var values: [String] = []
    for node in nodes {
      guard case .scalar(let scalar) = node, !scalar.string.isEmpty else {
        throw refusal(
          node.mark?.line ?? key.line,
          "'\(key.text)' needs a value, as on the command line; lists stand in brackets")
      }
      values.append(scalar.string)
    }
    if ConfigurableOptions.isFlag(key.text), values != ["true"], values != ["false"] {
      throw refusal(key.line, "'\(key.text)' is true or false")
    }
    guard !values.isEmpty, values.count == 1 || ConfigurableOptions.isList(key.text) else {
      throw refusal(
        key.line,
        values.isEmpty
          ? "'\(key.text)' has an empty list; leave it out, or name a value"
          : "'\(key.text)' takes one value, and \(values.count) are given")
    }
    return Setting(key: key.text, values: values)
  }

  private func unknown(_ key: Key, among keys: [String], isCommon: Bool) -> ToolError {
    let sections = ConfigurableOptions.commands
    let owners = sections.filter { $0.keys.contains(key.text) }.map { "'\($0.name):'" }
    if isCommon, !owners.isEmpty {
      return refusal(
        key.line,
        "'\(key.text)' belongs to a command: write it indented below "
          + owners.joined(separator: " or "))
    }
    let known = isCommon ? keys + sections.map(\.name) : keys
    let nearest = NearestName.find(key.text, among: known).map { " Did you mean '\($0)'?" } ?? ""
    return refusal(
      key.line,
      "'\(key.text)' is no setting; there are: \(known.joined(separator: ", ")).\(nearest)")
  }

  private func refusal(_ line: Int?, _ reason: String) -> ToolError {
    .configuration(path: path, line: line, reason: reason)
  }

  private static func refusal(of error: any Error, path: String) -> ToolError {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      .configuration(path: path, line: mark.line, reason: "it is no YAML: \(problem)")
    // Its context is the line of the mapping, not of the second key.
    case .duplicatedKeysInMapping(let duplicates, _):
      .configuration(
        path: path, line: nil,
        reason: "a key stands there twice: \(duplicates.joined(separator: ", "))")
    default:
      .configuration(path: path, line: nil, reason: "it is no YAML: \(error)")
    }
  }
}
