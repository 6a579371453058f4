import Changesets
import Geometry
import Layouts

/// A view that is shown, and what was last applied to it.
struct VisibleElement {
  var attributes: LayoutAttributes
  let view: CollectionReusableView
}

/// The views that are shown, held against the layout's answers (clauses E-4, E-5).
///
/// A match costs a look-up for each element of the answer and allocates nothing once the window has
/// seen as many elements before. It only finds what is to be done; the collection view does it,
/// because data sources and delegates may look at the window meanwhile.
struct VisibleWindow {
  /// In no order that means anything.
  private(set) var elements: [VisibleElement] = []
  /// The number of the match that last found each of them.
  private var marks: [Int] = []
  private var table = ElementTable()
  private var findings = Findings()
  private var leaving: [VisibleElement] = []

  /// What a match has found.
  fileprivate struct Findings {
    var number = 0
    var entering: [Int] = []
    var changed: [(answer: Int, element: Int)] = []
    var repeated: Int?
  }

  /// What the last match found no view for: indexes into its answer, in its order.
  var entering: [Int] { findings.entering }
  /// What the last match found with other attributes: indexes into its answer, and of elements.
  var changed: [(answer: Int, element: Int)] { findings.changed }
  /// What the last match found a second time: an index into its answer; nil for nothing.
  var repeated: Int? { findings.repeated }

  /// Holds the window against `answer`, the layout's about `bounds`: takes out what leaves, and notes
  /// what enters, what has changed, and an element that is there twice.
  ///
  /// What left the last time has been taken by `takeLeaving()`.
  mutating func match(_ answer: [LayoutAttributes], in bounds: Rect, skipsHidden: Bool) {
    findings.begin()
    let found = findings.mark(
      &marks, of: elements, table, answer, in: bounds, skipsHidden: skipsHidden)
    guard found < elements.count else { return }
    takeOutUnmatched(found: found)
    // The last elements have taken the places of those that leave.
    for index in findings.changed.indices {
      if let place = table.place(of: answer[findings.changed[index].answer]) {
        findings.changed[index].element = place
      }
    }
  }

  private mutating func takeOutUnmatched(found: Int) {
    if found == 0, leaving.isEmpty {
      // All of them, as in a jump.
      swap(&leaving, &elements)
      marks.removeAll(keepingCapacity: true)
      table.removeAll()
      return
    }
    for place in elements.indices where marks[place] != findings.number {
      leaving.append(elements[place])
    }
    // From the back: what takes a free place has been looked at already.
    var place = elements.count
    while place > 0 {
      place -= 1
      if marks[place] != findings.number { remove(at: place) }
    }
  }

  /// What the last match did not find in its answer: once, and from then on the caller's.
  ///
  /// A view that goes away with it does so when the caller lets go of it. `giveBack(_:)` keeps the
  /// memory for the next match.
  mutating func takeLeaving() -> [VisibleElement] {
    // Where nothing has left, the memory stays for the next match that finds something.
    guard !leaving.isEmpty else { return [] }
    var taken: [VisibleElement] = []
    swap(&taken, &leaving)
    return taken
  }

  /// Takes the memory of what `takeLeaving()` gave back; it is empty by now.
  mutating func giveBack(_ memory: [VisibleElement]) {
    if leaving.isEmpty, memory.isEmpty { leaving = memory }
  }

  // MARK: Elements

  /// The place of a shown cell.
  func place(ofCell path: ItemPath) -> Int? { table.place(ofCell: path.section, path.item) }

  /// The place of what is shown of the attributes' element.
  @inline(__always)
  func place(of attributes: LayoutAttributes) -> Int? { table.place(of: attributes) }

  /// The place of what is shown of an element.
  func place(of element: LayoutElement) -> Int? {
    table.place(of: LayoutAttributes(element))
  }

  mutating func insert(_ attributes: LayoutAttributes, _ view: CollectionReusableView) {
    table.set(attributes, to: elements.count)
    elements.append(VisibleElement(attributes: attributes, view: view))
    marks.append(findings.number)
  }

  /// Says that other attributes of the same element have been applied at `place`.
  mutating func setAttributes(_ attributes: LayoutAttributes, at place: Int) {
    elements[place].attributes = attributes
  }

  /// Takes the element at `place` out; the last one takes its place.
  @discardableResult
  mutating func remove(at place: Int) -> VisibleElement {
    let removed = elements[place]
    table.remove(removed.attributes)
    let last = elements.removeLast()
    let lastMark = marks.removeLast()
    if place < elements.count {
      elements[place] = last
      marks[place] = lastMark
      table.set(last.attributes, to: place)
    }
    return removed
  }

  /// Takes everything out, and hands it out.
  mutating func removeAll() -> [VisibleElement] {
    let all = elements
    elements.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
    table.removeAll()
    return all
  }

  /// Puts `elements` in place of everything, as after an update that moved them; what was there is
  /// still held by the caller.
  mutating func replaceAll(with elements: [VisibleElement]) {
    self.elements = elements
    marks = [Int](repeating: 0, count: elements.count)
    table.removeAll()
    for (place, element) in elements.enumerated() { table.set(element.attributes, to: place) }
  }

  /// What is wrong with the table; nil for nothing.
  func violation() -> String? {
    var views: Set<ObjectIdentifier> = []
    for (place, element) in elements.enumerated() {
      guard table.place(of: element.attributes) == place else {
        return "\(element.attributes.element) is not found at its place"
      }
      guard views.insert(ObjectIdentifier(element.view)).inserted else {
        return "the view of \(element.attributes.element) is shown twice"
      }
    }
    return nil
  }
}

extension VisibleWindow.Findings {
  /// Forgets what the last match found.
  fileprivate mutating func begin() {
    number += 1
    entering.removeAll(keepingCapacity: true)
    changed.removeAll(keepingCapacity: true)
    repeated = nil
  }

  /// Marks those of `live` that are in `answer`.
  ///
  /// - Returns: How many elements that are.
  fileprivate mutating func mark(
    _ marks: inout [Int], of live: [VisibleElement], _ table: ElementTable,
    _ answer: [LayoutAttributes], in bounds: Rect, skipsHidden: Bool
  ) -> Int {
    var found = 0
    // What was in one order last time mostly is again, and as it was.
    var guess = 0
    for index in answer.indices {
      guard answer[index].frame.overlaps(bounds), !(skipsHidden && answer[index].isHidden)
      else { continue }
      if guess == live.count { guess = 0 }
      var place = guess
      var isAsBefore = guess < live.count && live[guess].attributes == answer[index]
      if !isAsBefore {
        guard let known = table.place(of: answer[index]) else {
          entering.append(index)
          continue
        }
        place = known
        isAsBefore = live[place].attributes == answer[index]
      }
      guess = place + 1
      guard marks[place] != number else {
        repeated = index
        continue
      }
      marks[place] = number
      found += 1
      if !isAsBefore { changed.append((index, place)) }
    }
    return found
  }
}
