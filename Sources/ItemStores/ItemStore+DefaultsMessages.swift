internal import Changesets

// What the shared range checks say. None of it is inlined: a check that holds pays for a compare and
// a branch, not for the text.

/// Ends the program with `Type.name(label: argument): found`.
///
/// `member` is a method as `name(_:label:)`; the argument goes behind the first label.
private func stop(
  in type: any Any.Type, _ member: StaticString, _ argument: String, _ found: String
) -> Never {
  let method = member.description.prefix { $0 != "(" }
  let labels = member.description.dropFirst(method.count + 1).dropLast(2).split(separator: ":")
  let named = labels.firstIndex { $0 != "_" } ?? labels.count - 1
  var call = "\(method)("
  for index in labels.indices {
    call += "\(labels[index]):"
    if index == named { call += " \(argument)" + (index + 1 < labels.count ? ", " : "") }
  }
  stop("\(name(of: type)).\(call)): \(found)")
}

/// The type's name without what it is generic over.
private func name(of type: any Any.Type) -> Substring {
  String(describing: type).prefix { $0 != "<" }
}

@usableFromInline
@inline(never)
func stopAtInvariant(_ type: any Any.Type, _ message: String) -> Never {
  stop("\(name(of: type)).checkInvariants(): \(message)")
}

@usableFromInline
@inline(never)
func stopAtItemLimit(_ type: any Any.Type, _ member: StaticString, _ count: Int) -> Never {
  stop("\(name(of: type)).\(member): would hold \(count) items; it holds at most \(Int32.max)")
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

// Paths come as two numbers, as a look-up has them: a loop would keep a whole path beside them.

@usableFromInline
@inline(never)
func stopAtSection(
  _ type: any Any.Type, _ member: StaticString, of path: (section: Int, item: Int), count: Int
) -> Never {
  stop(
    in: type, member, "\(ItemPath(section: path.section, item: path.item))",
    "there are \(count) sections, so section must be in 0..<\(count)")
}

@usableFromInline
@inline(never)
func stopAtItem(
  _ type: any Any.Type, _ member: StaticString, _ path: (section: Int, item: Int), count: Int,
  inserting: Bool
) -> Never {
  let valid = inserting ? "0...\(count)" : "0..<\(count)"
  stop(
    in: type, member, "\(ItemPath(section: path.section, item: path.item))",
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
