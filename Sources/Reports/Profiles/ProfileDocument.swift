package import Profiles

/// A profile for programs: every function with its weights, as JSON.
package enum ProfileDocument {
  private static let kind = "profile"

  /// Returns whether a file with this text may be a profile's document.
  package static func isDocument(beginningWith text: String) -> Bool {
    text.prefix(64).contains("\"kind\": \"\(kind)\"")
  }

  /// The document.
  ///
  /// - Complexity: O(*n* log *n*) for *n* functions.
  package static func text(of profile: CaseProfile, base: CaseProfile? = nil) -> String {
    var document = JSONObject()
    document.add("kind", .string(kind))
    document.add("case", .string(profile.caseID))
    document.add("build", .string(profile.build))
    if let base { document.add("base_build", .string(base.build)) }
    document.add("answer", .string(ProfileText(profile, base: base).answer))
    document.add(
      "measures",
      .array(
        profile.passes.map { pass in
          measure(pass, base?[pass.measure].map { CallTreeDifference(base: $0, head: pass) })
        }))
    document.add("absent", absences(of: profile))
    if let base { document.add("base_absent", absences(of: base)) }
    return JSONValue.object(document).document
  }

  private static func absences(of profile: CaseProfile) -> JSONValue {
    .array(
      profile.absences.map { absence in
        var object = JSONObject()
        object.add("measures", .array(absence.measures.map { .string($0.rawValue) }))
        object.add("reason", .string(absence.reason))
        return .object(object)
      })
  }

  private static func measure(
    _ pass: CaseProfile.Pass, _ difference: CallTreeDifference?
  ) -> JSONValue {
    var object = JSONObject()
    object.add("name", .string(pass.measure.rawValue))
    object.add("origin", .string(pass.origin))
    object.add("total_weight", .whole(pass.tree.total))
    object.add("units_per_weight", .real(pass.unitsPerWeight))
    if let count = pass.observationCount { object.add("samples", .whole(count)) }
    if !pass.remarks.isEmpty {
      object.add("remarks", .array(pass.remarks.map { .string($0) }))
    }
    object.add(
      "groups",
      .array(
        pass.tree.groups.map {
          var group = JSONObject()
          group.add("name", .string($0.group.rawValue))
          group.add("own_weight", .whole($0.weight))
          return .object(group)
        }))
    object.add("functions", .array(pass.tree.costs.map(Self.function)))
    if let difference { object.add("changes", .array(difference.changes.map(Self.change))) }
    return .object(object)
  }

  private static func function(_ cost: CallTree.Cost) -> JSONValue {
    var object = JSONObject()
    object.add("name", .string(cost.function.text))
    if !cost.function.object.isEmpty { object.add("library", .string(cost.function.object)) }
    if let group = cost.function.group { object.add("group", .string(group.rawValue)) }
    object.add("own_weight", .whole(cost.ownWeight))
    object.add("total_weight", .whole(cost.total))
    return .object(object)
  }

  /// The own units of one operation in both builds.
  private static func change(_ change: CallTreeDifference.Change) -> JSONValue {
    var object = JSONObject()
    object.add("name", .string(change.function.text))
    object.add("base", .real(change.base))
    object.add("head", .real(change.head))
    object.add("is_certain", .boolean(change.isCertain))
    return .object(object)
  }
}
