package import Profiles

/// A profile for speedscope and the tools that read its files.
///
/// Source: "Importing from custom sources", https://www.speedscope.app/file-format-schema.json.
package enum SpeedscopeExport {
  private static let exporter = "cvbench profile"

  /// Returns whether a file with this text may be such an export.
  package static func isExport(beginningWith text: String) -> Bool {
    text.hasPrefix("{\"exporter\":\"\(exporter)\"")
  }

  /// The document: one profile for each measure.
  ///
  /// - Complexity: O(frames of all stacks).
  package static func text(of profile: CaseProfile) -> String {
    var functions: [FunctionName: Int] = [:]
    var frames: [JSONValue] = []
    func position(_ name: FunctionName) -> Int {
      if let known = functions[name] { return known }
      functions[name] = frames.count
      var frame = JSONObject()
      frame.add("name", .string(name.text))
      if !name.object.isEmpty { frame.add("file", .string(name.object)) }
      frames.append(.object(frame))
      return frames.count - 1
    }
    let profiles = profile.passes.map { pass -> JSONValue in
      var samples: [JSONValue] = []
      var weights: [JSONValue] = []
      func visit(_ node: CallTree.Node, below stack: [JSONValue]) {
        let stack = stack + [.whole(position(pass.tree.functions[node.function]))]
        if node.ownWeight > 0 {
          samples.append(.array(stack))
          weights.append(.real(Double(node.ownWeight) * pass.unitsPerWeight))
        }
        for child in node.children { visit(child, below: stack) }
      }
      for root in pass.tree.roots { visit(root, below: []) }
      var object = JSONObject()
      object.add("type", .string("sampled"))
      object.add("name", .string("\(pass.measure.title) for each operation"))
      object.add("unit", .string(unit(of: pass.measure)))
      object.add("startValue", .whole(0))
      object.add("endValue", .real(Double(pass.tree.total) * pass.unitsPerWeight))
      object.add("samples", .array(samples))
      object.add("weights", .array(weights))
      return .object(object)
    }
    var shared = JSONObject()
    shared.add("frames", .array(frames))
    var document = JSONObject()
    // First, so that the beginning of a file tells who wrote it.
    document.add("exporter", .string(exporter))
    document.add("$schema", .string("https://www.speedscope.app/file-format-schema.json"))
    document.add("name", .string(profile.caseID))
    document.add("shared", .object(shared))
    document.add("profiles", .array(profiles))
    return JSONValue.object(document).line + "\n"
  }

  private static func unit(of measure: CaseProfile.Measure) -> String {
    switch measure {
    case .time: "nanoseconds"
    case .bytes: "bytes"
    case .instructions, .allocations: "none"
    }
  }
}
