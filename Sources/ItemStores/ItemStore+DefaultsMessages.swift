public import Changesets

// What the shared range checks say. None of it is inlined: a check that holds pays for a compare and
// a branch, not for the text.

/// Ends the program with `Type.name(label: argument): found`.
///
/// `member` is a method as `name(_:label:)`; the argument goes behind the first label.
private func stop(
  in type: any Any.Type, _ member: StaticString, _ argument: String, _ found: String
) -> Never {
  let typeName = String(describing: type).prefix { $0 != "<" }
  let parts = member.description.split(separator: "(", maxSplits: 1)
  let labels = (parts.last ?? "").split(separator: ":").prefix { $0 == "_" }.count
  var call = "\(parts.first ?? "")("
  for (index, label) in (parts.last ?? "").split(separator: ":").enumerated() where label != ")" {
    call += index == labels ? "\(label): \(argument)" : "\(label):"
  }
  stop("\(typeName).\(call)): \(found)")
}

@usableFromInline
@inline(never)
func stopAtSection(
  _ type: any Any.Type, _ member: StaticString, _ section: Int, count: Int, inserting: Bool
) -> Never {
  let valid = inserting ? "0...\(count)" : "0..<\(count)"
  stop(
    in: type, member, "\(section)", "there are \(count) sections, so section must be in \(valid)")
}

@usableFromInline
@inline(never)
func stopAtSection(
  _ type: any Any.Type, _ member: StaticString, of path: ItemPath, count: Int
) -> Never {
  stop(
    in: type, member, "\(path)", "there are \(count) sections, so section must be in 0..<\(count)")
}

@usableFromInline
@inline(never)
func stopAtItem(
  _ type: any Any.Type, _ member: StaticString, _ path: ItemPath, count: Int, inserting: Bool
) -> Never {
  let valid = inserting ? "0...\(count)" : "0..<\(count)"
  stop(
    in: type, member, "\(path)",
    "section \(path.section) has \(count) items, so item must be in \(valid)")
}

@usableFromInline
@inline(never)
func stopAtGlobalIndex(
  _ type: any Any.Type, _ member: StaticString, _ index: Int, count: Int
) -> Never {
  stop(
    in: type, member, "\(index)", "there are \(count) items, so index must be in 0..<\(count)")
}

@usableFromInline
@inline(never)
func stopAtGlobalRange(
  _ type: any Any.Type, _ member: StaticString, _ range: Range<Int>, count: Int
) -> Never {
  stop(
    in: type, member, "\(range)", "there are \(count) items, so range must be within 0..<\(count)")
}

@usableFromInline
@inline(never)
func stopAtOrder(
  _ type: any Any.Type, _ member: StaticString, _ position: String, after previous: String
) -> Never {
  stop(
    in: type, member, "…, \(previous), \(position), …",
    "\(position) does not follow \(previous), but positions must be strictly ascending")
}

@usableFromInline
@inline(never)
func stopAtCounts(
  _ type: any Any.Type, _ member: StaticString, items: Int, places: Int
) -> Never {
  stop(
    in: type, member, "…", "\(items) items for \(places) places, but the counts must be equal")
}
