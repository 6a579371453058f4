/// The identifiers of sections in order, each there once, and the index of each.
@usableFromInline
struct SectionNames<SectionID: Hashable & Sendable>: Sendable {
  @usableFromInline private(set) var ids: [SectionID] = []
  @usableFromInline private(set) var indexes: [SectionID: Int] = [:]

  @usableFromInline
  init() {}

  /// Puts `new` in front of the section at `index`; O(*s*), and O(new) at the end.
  @usableFromInline
  mutating func insert(_ new: [SectionID], at index: Int) {
    ids.insert(contentsOf: new, at: index)
    number(from: index)
  }

  /// Takes sections out; O(*s*).
  @usableFromInline
  mutating func remove(_ gone: Set<SectionID>) {
    for id in gone { indexes[id] = nil }
    ids.removeAll(where: gone.contains)
    number(from: 0)
  }

  /// Moves a section to where it is once it has been taken out; O(*s*).
  @usableFromInline
  mutating func move(from source: Int, to target: Int) {
    ids.insert(ids.remove(at: source), at: target)
    number(from: min(source, target))
  }

  private mutating func number(from start: Int) {
    for index in start..<ids.count { indexes[ids[index]] = index }
  }
}
