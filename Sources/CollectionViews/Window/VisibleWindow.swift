import Changesets
import Geometry
import Layouts

/// A view that is shown, and what was last applied to it.
struct VisibleElement {
  var attributes: LayoutAttributes
  let view: CollectionReusableView
}

/// The views that are shown, matched with the layout's answers.
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
  /// The places of what leaves; keeps its memory.
  private var places: [Int] = []
  /// The bounds between which the shown views stay the same; nil where that is unknown.
  var stillBounds: StillBounds?
  /// The bounds that the views were last matched in, while nobody else has changed them; nil where that
  /// is unknown.
  private var matchedBounds: Rect?
  private var spans = AnswerSpans()

  /// The results of a match.
  fileprivate struct Findings {
    var number = 0
    var entering: [Int] = []
    var changed: [(answer: Int, element: Int)] = []
    var repeated: Int?
  }

  /// The elements for which the last match found no view: indexes into its answer, in its order.
  var entering: [Int] { findings.entering }
  /// The elements that the last match found with other attributes: indexes into its answer, and of
  /// `elements`.
  var changed: [(answer: Int, element: Int)] { findings.changed }
  /// The number of those.
  var changedCount: Int { findings.changed.count }
  /// The index, in the last match's answer, of an element that occurs twice; nil if none does.
  var repeated: Int? { findings.repeated }

  /// Returns one of `changed`, without a copy of the array.
  func change(at index: Int) -> (answer: Int, element: Int) { findings.changed[index] }

  /// Compares the window with `answer`, the layout's about `bounds`. It takes out what leaves, and
  /// notes what enters, what has changed, and an element that occurs twice.
  ///
  /// The elements that left in the last match must have been taken by `takeLeaving()`.
  mutating func match(_ answer: [LayoutAttributes], in bounds: Rect, skipsHidden: Bool) {
    forgetMatch()
    findings.begin()
    defer { matchedBounds = bounds }
    let found = findings.mark(
      &marks, of: elements, table, answer, at: answer.indices, in: bounds, skipsHidden: skipsHidden)
    guard found < elements.count else { return }
    // All of them, as in a jump.
    if found == 0 { return takeOutAll() }
    takeOutUnmatched(answer) { _ in true }
  }

  /// Compares the shown elements of one section with those at `places` of the answer, which are all
  /// that it has of the section; the others are as in the last match, and so are the bounds.
  ///
  /// - Returns: False if all elements must be compared; then nothing has happened.
  mutating func match(
    _ answer: [LayoutAttributes], at places: Range<Int>, ofSection section: Int, in bounds: Rect,
    skipsHidden: Bool
  ) -> Bool {
    guard matchedBounds == bounds else { return false }
    forgetMatch()
    findings.begin()
    matchedBounds = bounds
    let found = findings.mark(
      &marks, of: elements, table, answer, at: places, in: bounds, skipsHidden: skipsHidden)
    guard found < count(ofSection: section) else { return true }
    takeOutUnmatched(answer) { $0.attributes.isOfSection && $0.attributes.section == section }
    return true
  }

  /// Returns the number of shown elements of a section.
  private func count(ofSection section: Int) -> Int {
    let shown = elements.span
    var count = 0
    for place in shown.indices where shown[place].attributes.inline.place.section == section {
      if shown[place].attributes.isOfSection { count += 1 }
    }
    return count
  }

  /// Compares the window with the answer of the last match, while the bounds move along `axis`.
  ///
  /// It compares numbers and looks nothing up.
  ///
  /// - Returns: The bounds between which none of the answer's elements enters or leaves; nil if all of
  ///   the answer must be matched.
  mutating func follow(
    _ answer: [LayoutAttributes], to bounds: Rect, along axis: Axis, skipsHidden: Bool
  ) -> StillBounds? {
    guard let before = matchedBounds, before.size == bounds.size,
      before.min(axis.crossing) == bounds.min(axis.crossing)
    else { return nil }
    findings.begin()
    spans.take(answer, along: axis, at: bounds, skipsHidden: skipsHidden)
    let (leaves, still) = spans.follow(from: before, to: bounds, entering: &findings.entering)
    if leaves { takeOut(outside: bounds) }
    matchedBounds = bounds
    return still
  }

  /// Compares the window with another answer of an unchanged layout after a jump, if nothing that is
  /// shown is in the new bounds.
  ///
  /// - Returns: A Boolean value that indicates whether that was so.
  mutating func jump(to answer: [LayoutAttributes], in bounds: Rect, skipsHidden: Bool) -> Bool {
    guard let before = matchedBounds, !before.overlaps(bounds) else { return false }
    for place in elements.indices where elements[place].attributes.frame.overlaps(bounds) {
      return false
    }
    forgetMatch()
    findings.begin()
    for index in answer.indices
    where answer[index].frame.overlaps(bounds) && !(skipsHidden && answer[index].isHidden) {
      findings.entering.append(index)
    }
    takeOutAll()
    matchedBounds = bounds
    return true
  }

  /// Forgets what the next match could go on from.
  private mutating func forgetMatch() {
    stillBounds = nil
    matchedBounds = nil
    spans.forget()
  }

  /// Takes out all elements; what left in the last match has been taken by now.
  private mutating func takeOutAll() {
    assert(leaving.isEmpty)
    swap(&leaving, &elements)
    marks.removeAll(keepingCapacity: true)
    table.removeAll()
  }

  private mutating func takeOut(outside bounds: Rect) {
    places.removeAll(keepingCapacity: true)
    for place in elements.indices where !elements[place].attributes.frame.overlaps(bounds) {
      leaving.append(elements[place])
      places.append(place)
    }
    // From the back: what takes a free place has been looked at already.
    for place in places.reversed() { takeOut(at: place) }
  }

  /// Takes out those elements that satisfy `isCompared` and were not found in the answer.
  private mutating func takeOutUnmatched(
    _ answer: [LayoutAttributes], where isCompared: (VisibleElement) -> Bool
  ) {
    places.removeAll(keepingCapacity: true)
    for place in elements.indices where marks[place] != findings.number {
      // In place: a copy of an element is counted.
      guard isCompared(elements.span[place]) else { continue }
      leaving.append(elements[place])
      places.append(place)
    }
    // From the back: what takes a free place has been looked at already.
    for place in places.reversed() { takeOut(at: place) }
    // The last elements have taken the places of those that leave.
    for index in findings.changed.indices where findings.changed[index].element >= elements.count {
      if let place = table.place(of: answer[findings.changed[index].answer]) {
        findings.changed[index].element = place
      }
    }
  }

  /// Returns the elements that the last match did not find in its answer, and hands them to the
  /// caller.
  ///
  /// The caller decides when such a view is released. `giveBack(_:)` keeps the memory for the next
  /// match.
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
  func place(of element: LayoutElement) -> Int? { table.place(of: LayoutAttributes(element)) }

  mutating func insert(_ attributes: LayoutAttributes, _ view: CollectionReusableView) {
    table.set(attributes, to: elements.count)
    elements.append(VisibleElement(attributes: attributes, view: view))
    marks.append(findings.number)
  }

  /// Gives the element at `place` other attributes, if there still is the element that they are of.
  ///
  /// - Returns: Its view, and whether its size is another one; nil if there is another element.
  mutating func setAttributes(
    _ attributes: LayoutAttributes, at place: Int
  ) -> (view: CollectionReusableView, isResized: Bool)? {
    guard place < elements.count, elements[place].attributes.isOfElement(of: attributes) else {
      return nil
    }
    let isResized = elements[place].attributes.size != attributes.size
    elements[place].attributes = attributes
    return (elements[place].view, isResized)
  }

  /// Gives the element at `place` other attributes that have no field in an object, if there still is
  /// the element that they are of.
  ///
  /// - Returns: As for other attributes.
  mutating func setAttributes(
    _ attributes: InlineAttributes, at place: Int
  ) -> (view: CollectionReusableView, isResized: Bool)? {
    guard place < elements.count else { return nil }
    var elements = elements.mutableSpan
    guard elements[place].attributes.inline.isOfElement(of: attributes),
      elements[place].attributes.isInline || elements[place].attributes.itemPath != nil
    else { return nil }
    let isResized = elements[place].attributes.inline.bounds.size != attributes.bounds.size
    elements[place].attributes.take(attributes)
    return (elements[place].view, isResized)
  }

  /// Takes the element at `place` out; the last one takes its place.
  @discardableResult
  mutating func remove(at place: Int) -> VisibleElement {
    forgetMatch()
    return takeOut(at: place)
  }

  @discardableResult
  private mutating func takeOut(at place: Int) -> VisibleElement {
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
    forgetMatch()
    let all = elements
    elements.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
    table.removeAll()
    return all
  }

  /// Puts `elements` in place of everything, as after an update that moved them; what was there is
  /// still held by the caller.
  mutating func replaceAll(with elements: [VisibleElement]) {
    forgetMatch()
    self.elements = elements
    marks = [Int](repeating: 0, count: elements.count)
    table.removeAll()
    for (place, element) in elements.enumerated() { table.set(element.attributes, to: place) }
  }

  /// Returns a description of the first flaw in the table, or nil if there is none.
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

extension LayoutAttributes {
  /// A Boolean value that indicates whether the element belongs to a section, and not to all content.
  @inline(__always)
  var isOfSection: Bool { isInline || itemPath != nil }
}

extension [LayoutAttributes] {
  /// Returns the places of a section's elements in an answer whose sections ascend, behind what belongs
  /// to none.
  func places(ofSection section: Int) -> Range<Int> {
    let elements = self.span
    var start = 0
    while start < elements.count,
      elements[start].inline.place.section < section || !elements[start].isOfSection
    {
      start += 1
    }
    var end = start
    while end < elements.count, elements[end].inline.place.section == section { end += 1 }
    return start..<end
  }
}

extension VisibleWindow.Findings {
  /// Forgets what the last match found.
  fileprivate mutating func begin() {
    number += 1
    if !entering.isEmpty { entering.removeAll(keepingCapacity: true) }
    if !changed.isEmpty { changed.removeAll(keepingCapacity: true) }
    repeated = nil
  }

  /// Marks those of `live` that are at `places` of `answer`.
  ///
  /// - Returns: How many elements that are.
  fileprivate mutating func mark(
    _ marks: inout [Int], of live: [VisibleElement], _ table: ElementTable,
    _ answer: [LayoutAttributes], at places: Range<Int>, in bounds: Rect, skipsHidden: Bool
  ) -> Int {
    var found = 0
    // Elements are looked at in place: a copy of one is counted.
    let (live, answer) = (live.span, answer.span)
    // What was in one order last time mostly is again, and as it was.
    var guess = 0
    for index in places {
      if guess == live.count { guess = 0 }
      var place = guess
      var isAsBefore = false
      // Fields of plain bytes first: a whole value is copied, and what it holds counted.
      if answer[index].isInline {
        let wanted = answer[index].inline
        guard wanted.bounds.overlaps(bounds), !(skipsHidden && wanted.isHidden) else { continue }
        let isGuessed =
          guess < live.count && live[guess].attributes.isInline
          && live[guess].attributes.inline.isOfElement(of: wanted)
        if !isGuessed {
          guard let known = table.place(of: wanted) else {
            entering.append(index)
            continue
          }
          place = known
        }
        isAsBefore = live[place].attributes.isEqual(to: wanted)
      } else {
        guard answer[index].frame.overlaps(bounds), !(skipsHidden && answer[index].isHidden) else {
          continue
        }
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
