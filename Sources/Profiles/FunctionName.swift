/// A function as a reader knows it: short, without modules and types of arguments.
package struct FunctionName: Hashable, Comparable, Sendable {
  /// The text, such as `BTreeStore.item(at:)`.
  package let text: String
  /// The file name of the library; empty for the executable.
  package let object: String
  /// The part of the runtime that it belongs to; nil for a program's own code.
  package let group: RuntimeGroup?

  /// A Boolean value that indicates whether it belongs to the standard library, as its generic
  /// functions do wherever they are specialised.
  package let isStandardLibrary: Bool

  /// The object of a frame that stands for the type of allocated memory.
  package static let typeObject = "[type]"

  /// A Boolean value that indicates whether it is the type of allocated memory, and no function.
  package var isType: Bool { object == Self.typeObject }

  package init(
    text: String, object: String = "", group: RuntimeGroup? = nil, isStandardLibrary: Bool = false
  ) {
    self.text = text
    self.object = object
    self.group = group
    self.isStandardLibrary = isStandardLibrary
  }

  /// Names the function of a frame.
  package init(_ frame: StackProfile.Frame) {
    let isType = frame.object == Self.typeObject
    self.init(
      text: isType
        ? SymbolName.shortTypes(
          frame.symbol.replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")[...])
        : SymbolName.short(frame.symbol),
      object: frame.object,
      group: isType ? nil : RuntimeGroup(symbol: frame.symbol, object: frame.object),
      // Source: "Mangling", docs/ABI/Mangling.rst: the module s, and its types by one letter.
      isStandardLibrary: frame.object.hasPrefix("libswift")
        || ((frame.symbol.hasPrefix("$ss") || frame.symbol.hasPrefix("$sS"))
          && !SymbolName.extendsStandardLibrary(frame.symbol))
    )
  }

  package static func < (left: FunctionName, right: FunctionName) -> Bool {
    (left.text, left.object, left.group?.rawValue ?? "")
      < (right.text, right.object, right.group?.rawValue ?? "")
  }
}

/// The names of functions, each found once.
package struct FunctionNames {
  private var known: [StackProfile.Frame: FunctionName] = [:]

  package init() {}

  /// Returns the name of a frame's function.
  package mutating func name(of frame: StackProfile.Frame) -> FunctionName {
    if let name = known[frame] { return name }
    let name = FunctionName(frame)
    known[frame] = name
    return name
  }
}

extension SymbolName {
  /// Returns whether another module declares the function, in an extension of a standard type.
  static func extendsStandardLibrary(_ symbol: String) -> Bool {
    demangled(symbol).contains(/\(extension in (?!Swift\))/)
  }

  /// Returns a short name of a function, which keeps what tells it from others.
  ///
  /// Modules, types of arguments and results, and generic parameters go. A specialisation keeps its
  /// types behind the name: `BTreeStore.item(at:) <Item8>`. Closures and accessors say so behind the
  /// function that they stand in.
  ///
  /// - Parameter symbol: The symbol, mangled.
  /// - Returns: The short name; the symbol itself if it has no readable form.
  /// - Complexity: O(length of the name).
  package static func short(_ symbol: String) -> String {
    let full = withoutDiscriminators(demangled(symbol))
      .replacing("(anonymous namespace)::", with: "")
    guard full != symbol else { return full }
    guard symbol.hasPrefix("$s") || symbol.hasPrefix("$S") else {
      return Declaration(full[...]).cPlusPlusText
    }
    return shortened(full[...])
  }

  private static func shortened(_ text: Substring) -> String {
    var rest = text
    var types = ""
    var suffix = ""
    while true {
      if let (found, after) = specialization(rest) {
        if types.isEmpty { types = found }
        rest = after
      } else if let (closure, after) = closure(rest) {
        suffix = " \(closure)" + suffix
        rest = after
      } else if rest.hasPrefix("merged ") {
        rest = rest.dropFirst("merged ".count)
      } else if rest.hasPrefix("partial apply forwarder for ") {
        suffix += " partial apply"
        rest = rest.dropFirst("partial apply forwarder for ".count)
      } else if rest.hasPrefix("protocol witness for ") {
        rest = rest.dropFirst("protocol witness for ".count)
        if let end = rest.firstRange(of: " in conformance ") {
          suffix += " witness of \(Declaration(rest[end.upperBound...]).text)"
          rest = rest[..<end.lowerBound]
        }
      } else {
        break
      }
    }
    if rest.hasPrefix("reabstraction thunk") { return "reabstraction thunk" + suffix }
    if let match = rest.wholeMatch(of: /(\w+) value witness for (.*)/) {
      return "\(shortTypes(match.2)) \(match.1)"
    }
    for kind in ["outlined ", "type metadata ", "lazy protocol witness table ", "value witness "]
    where rest.hasPrefix(kind) {
      return shortTypes(rest) + suffix
    }
    let isStatic = rest.hasPrefix("static ")
    if isStatic { rest = rest.dropFirst("static ".count) }
    let name = Declaration(rest).text
    return name + suffix + (types.isEmpty ? "" : " <\(types)>")
  }

  /// The types of a specialisation, and what it specialises; nil if `text` is none.
  private static func specialization(_ text: Substring) -> (types: String, rest: Substring)? {
    let words = text.prefix { $0 != "<" }
    guard words.hasSuffix("specialization ") || words.hasSuffix("inlined generic function "),
      let end = Declaration.end(ofGroupAt: words.endIndex, in: text),
      text[end...].hasPrefix(" of ")
    else { return nil }
    let rest = text[end...].dropFirst(" of ".count)
    guard words.hasPrefix("generic") else { return ("", rest) }
    let inner = text[text.index(after: words.endIndex)..<text.index(before: end)]
    let types = Declaration.split(inner).filter { $0 != "serialized" }.map { shortTypes($0[...]) }
    let joined = types.joined(separator: ", ")
    return (joined.count > 60 ? joined.prefix(59) + "…" : joined, rest)
  }

  /// The kind and number of a closure, and the function that it stands in; nil if `text` is none.
  private static func closure(_ text: Substring) -> (name: Substring, rest: Substring)? {
    guard
      let match = text.prefixMatch(
        of:
          /(?:implicit )?(?:closure|default argument|variable initialization expression)(?: #?\d+)?/
      ),
      text[match.range.upperBound...].first.map({ " (of".contains($0) }) ?? false
    else { return nil }
    var depth = 0
    var index = match.range.upperBound
    while index < text.endIndex {
      switch text[index] {
      case "(", "<", "[": depth += 1
      case ")", "]": depth -= 1
      case ">" where text[text.index(before: index)] != "-": depth -= 1
      case " " where depth == 0:
        for word in [" in ", " of "] where text[index...].hasPrefix(word) {
          return (match.output, text[index...].dropFirst(word.count))
        }
      default: break
      }
      index = text.index(after: index)
    }
    return nil
  }

  /// Returns `text` without the modules of its types.
  package static func shortTypes(_ text: Substring) -> String {
    var short = ""
    var chain: [Substring] = []
    var rest = text
    func isPart(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "_"
    }
    func flush() {
      short += (chain.count > 1 ? chain.dropFirst() : chain[...]).joined(separator: ".")
      chain = []
    }
    while let first = rest.first {
      if isPart(first) {
        let word = rest.prefix(while: isPart)
        chain.append(word)
        rest = rest[word.endIndex...]
        let after = rest.dropFirst().first
        if rest.first == ".", let after, isPart(after) {
          rest = rest.dropFirst()
          continue
        }
        flush()
      } else {
        short.append(first)
        rest = rest.dropFirst()
      }
    }
    return short
  }
}

/// A demangled declaration, taken apart.
private struct Declaration {
  private let demangled: Substring

  init(_ demangled: Substring) { self.demangled = demangled }

  /// The name with the labels of its arguments, without module, generic parameters and types.
  var text: String {
    var name = ""
    var index = demangled.startIndex
    scan: while index < demangled.endIndex {
      let character = demangled[index]
      switch character {
      case "<" where !isOperator(name), "[" where name.isEmpty || name.hasSuffix("."):
        guard let end = Self.end(ofGroupAt: index, in: demangled) else { break scan }
        index = end
        continue
      case "(":
        guard let end = Self.end(ofGroupAt: index, in: demangled) else { break scan }
        let inner = demangled[demangled.index(after: index)..<demangled.index(before: end)]
        if name.isEmpty, inner.hasPrefix("extension in ") {
          index = demangled[end...].first == ":" ? demangled.index(after: end) : end
          continue
        }
        if inner.contains(" in "), name.isEmpty || name.hasSuffix(".") {
          name += inner.prefix { $0 != " " }
        } else {
          name += Self.labels(of: inner)
        }
        index = end
        continue
      case " ":
        let rest = demangled[index...]
        // An operator's name, as in `static Type.== infix(…)`.
        if rest.hasPrefix(" infix") || rest.hasPrefix(" prefix") || rest.hasPrefix(" postfix") {
          index = rest.dropFirst().firstIndex(of: "(") ?? rest.endIndex
          continue
        }
        break scan
      default: name.append(character)
      }
      index = demangled.index(after: index)
    }
    while name.hasSuffix(" ") || name.hasSuffix(":") { name.removeLast() }
    return Self.withoutModule(name)
  }

  /// The name of a function of C++ without the arguments of its templates, and its own.
  var cPlusPlusText: String {
    var name = ""
    var index = demangled.startIndex
    while index < demangled.endIndex, demangled[index] != "(" || name.isEmpty {
      if demangled[index] == "<" || demangled[index] == "(",
        let end = Self.end(ofGroupAt: index, in: demangled)
      {
        if demangled[index] == "(" { name += demangled[index..<end] }
        index = end
      } else {
        name.append(demangled[index])
        index = demangled.index(after: index)
      }
    }
    // Before the name stands the type of the result, where a template has one.
    return name.split(separator: " ").last.map(String.init) ?? name
  }

  private func isOperator(_ name: String) -> Bool {
    name.last.map { ".=<>+-*/%&|^~!".contains($0) } ?? false
  }

  private static func withoutModule(_ name: String) -> String {
    let head = name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !head.isEmpty, name[head.endIndex...].first == "." else { return name }
    return String(name[head.endIndex...].dropFirst())
  }

  /// The labels of a list of arguments, as in `(at:_:)`.
  private static func labels(of arguments: Substring) -> String {
    guard !arguments.isEmpty else { return "()" }
    let labels = split(arguments).map { argument -> String in
      let word = argument.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      let isLabel = argument[word.endIndex...].hasPrefix(": ")
      return isLabel && !word.isEmpty ? "\(word):" : "_:"
    }
    return "(\(labels.joined()))"
  }

  /// The parts of a list between its outermost commas.
  static func split(_ list: Substring) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = list.startIndex
    var previous: Character = " "
    for index in list.indices {
      switch list[index] {
      case "(", "<", "[": depth += 1
      case ")", "]": depth -= 1
      case ">" where previous != "-": depth -= 1
      case "," where depth == 0:
        parts.append(list[start..<index])
        start = list.index(after: index)
      default: break
      }
      previous = list[index]
    }
    parts.append(list[start...])
    return parts.map { $0.drop { $0 == " " } }
  }

  /// The index behind the bracket that closes the one at `start`; nil if nothing does.
  static func end(ofGroupAt start: Substring.Index, in text: Substring) -> Substring.Index? {
    // Specialisations by a closure open a square bracket that they never close.
    let countsSquares = text[start] == "["
    var depth = 0
    var previous: Character = " "
    var index = start
    while index < text.endIndex {
      switch text[index] {
      case "[" where countsSquares: depth += 1
      case "]" where countsSquares: depth -= 1
      case "(", "<": depth += 1
      case ")": depth -= 1
      case ">" where previous != "-": depth -= 1
      default: break
      }
      previous = text[index]
      index = text.index(after: index)
      if depth == 0 { return index }
    }
    return nil
  }
}
