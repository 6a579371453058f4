import Changesets
import Layouts

/// Which live element is at which place of an array: a hash table that is asked for every visible
/// element of every frame.
///
/// Open addressing with linear probing over one array, at most half full; the hash is two
/// multiplications. A `Dictionary` costs five times as much here (its hash is made to withstand
/// chosen keys, which a screen full of elements does not need). Elements whose path has not two
/// levels are rare and stand in a dictionary.
struct ElementTable {
  private var entries = [Entry](repeating: Entry(), count: 64)
  private var count = 0
  private var others: [LayoutElement: Int] = [:]

  private struct Entry {
    var section = 0
    var item = 0
    /// Kind and category, and -1 where there is nothing.
    var tag = -1
    var place = 0
  }

  @inline(__always)
  private static func tag(_ attributes: InlineAttributes) -> Int {
    Int(attributes.kind.number) << 2 | Int(attributes.category.rawValue)
  }

  @inline(__always)
  private func home(_ section: Int, _ item: Int, _ tag: Int) -> Int {
    var mixed = UInt(bitPattern: section) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ UInt(bitPattern: item)) &* 0xD6E8_FEB8_6659_FD93
    mixed ^= UInt(bitPattern: tag) &* 0xA076_1D64_78BD_642F
    return Int(bitPattern: (mixed ^ (mixed >> 32)) & UInt(bitPattern: entries.count - 1))
  }

  /// The place of the element of `attributes`; nil if it has none.
  ///
  /// Inlined, like what calls it: a call would first count references to the arrays.
  @inline(__always)
  func place(of attributes: LayoutAttributes) -> Int? {
    attributes.itemPath == nil ? otherPlace(of: attributes) : place(of: attributes.inline)
  }

  /// The place of the element of `attributes`, whose path has two levels; nil if it has none.
  @inline(__always)
  func place(of attributes: InlineAttributes) -> Int? {
    let path = attributes.place
    let index = index(path.section, path.item, Self.tag(attributes))
    return entries[index].tag < 0 ? nil : entries[index].place
  }

  @inline(never)
  private func otherPlace(of attributes: LayoutAttributes) -> Int? { others[attributes.element] }

  /// The place of the cell at a path; nil if it has none.
  func place(ofCell section: Int, _ item: Int) -> Int? {
    let index = index(section, item, Int(ElementCategory.cell.rawValue))
    return entries[index].tag < 0 ? nil : entries[index].place
  }

  /// Returns the index of the key's entry, or of the free entry where it would be put.
  @inline(__always)
  private func index(_ section: Int, _ item: Int, _ tag: Int) -> Int {
    let mask = entries.count - 1
    var index = home(section, item, tag)
    while true {
      let entry = entries[index]
      if entry.tag < 0 || (entry.tag == tag && entry.item == item && entry.section == section) {
        return index
      }
      index = (index + 1) & mask
    }
  }

  /// Says that the element of `attributes` is at `place` from now on.
  mutating func set(_ attributes: LayoutAttributes, to place: Int) {
    guard let path = attributes.itemPath else {
      others[attributes.element] = place
      return
    }
    if 2 * (count + 1) > entries.count { grow() }
    let tag = Self.tag(attributes.inline)
    let index = index(path.section, path.item, tag)
    if entries[index].tag < 0 { count += 1 }
    entries[index] = Entry(section: path.section, item: path.item, tag: tag, place: place)
  }

  private mutating func grow() {
    let old = entries
    entries = [Entry](repeating: Entry(), count: 2 * old.count)
    for entry in old where entry.tag >= 0 {
      entries[index(entry.section, entry.item, entry.tag)] = entry
    }
  }

  /// Forgets the element of `attributes`, if it is there; what lies behind it moves up.
  mutating func remove(_ attributes: LayoutAttributes) {
    guard let path = attributes.itemPath else {
      others[attributes.element] = nil
      return
    }
    var hole = index(path.section, path.item, Self.tag(attributes.inline))
    guard entries[hole].tag >= 0 else { return }
    count -= 1
    let mask = entries.count - 1
    var next = hole
    while true {
      next = (next + 1) & mask
      let entry = entries[next]
      guard entry.tag >= 0 else { break }
      // It may fill the hole unless its home lies behind the hole.
      let distance = (next - home(entry.section, entry.item, entry.tag)) & mask
      if distance >= (next - hole) & mask {
        entries[hole] = entry
        hole = next
      }
    }
    entries[hole] = Entry()
  }

  /// Forgets everything; keeps the memory.
  mutating func removeAll() {
    for index in entries.indices { entries[index].tag = -1 }
    count = 0
    others.removeAll(keepingCapacity: true)
  }
}
