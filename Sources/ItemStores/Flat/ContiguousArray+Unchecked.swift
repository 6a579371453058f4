// Unchecked because only raw memory lets elements move within an array without being copied, and
// because the runs of `CopyRuns` are made of ranges that its maker has checked.

public import Changesets

/// Elements that stay, side by side before and after, and where they begin after.
@frozen
@usableFromInline
struct KeptItems {
  @usableFromInline let items: ArraySegment
  @usableFromInline let target: Int

  @inlinable
  init(_ items: ArraySegment, target: Int) {
    self.items = items
    self.target = target
  }
}

/// Stands for the class of an array's storage, which has no public name.
///
/// `AnyObject` will not do: a debug build opens it into a copy, which is a second reference.
@usableFromInline
final class ArrayStorage {}

extension ContiguousArray {
  /// Returns a Boolean value that indicates whether an edit in place would not copy the array
  /// first.
  ///
  /// Reads the array's only field, its reference to its storage. The answer picks the quicker of
  /// two ways; the array makes sure of it by itself before it lets anybody write.
  @inlinable
  mutating func isUnique() -> Bool {
    unsafe withUnsafeMutablePointer(to: &self) { array in
      let storage = unsafe UnsafeMutableRawPointer(array).assumingMemoryBound(to: ArrayStorage.self)
      return unsafe isKnownUniquelyReferenced(&storage.pointee)
    }
  }

  /// Makes this what `target` says: in place, or by one pass to a new array, as costs less.
  ///
  /// In place, what is kept moves at most once, and not at all where as many elements have gone as have
  /// come before it; what moves does so twice. References are not counted for what is kept. A pass
  /// copies everything once, which is all that is left where the array is shared.
  @inlinable
  mutating func apply(_ target: CopyRuns<Element>) {
    apply(target, inPlace: isUnique() && target.prefersPlace(in: count, capacity: capacity))
  }

  /// Makes this what `target` says, in place or by a pass.
  @inlinable
  mutating func apply(_ target: CopyRuns<Element>, inPlace: Bool) {
    // As much room as an array makes that grows.
    let room = target.count <= capacity ? capacity : Swift.max(target.count, 2 * count)
    if inPlace {
      if room > capacity { reserveCapacity(room) }
      applyInPlace(target)
    } else {
      // Evaluated first: within the call below, which holds the array, it would be false.
      let isUnique = isUnique()
      self = applying(target, room: isUnique ? room : target.count)
    }
  }

  /// A copy of what `target` says, with room for `room` elements.
  @inlinable
  func applying(_ target: CopyRuns<Element>, room: Int) -> ContiguousArray {
    unsafe withUnsafeBufferPointer { source in
      unsafe ContiguousArray(unsafeUninitializedCapacity: room) { edited, filled in
        guard let edited = edited.baseAddress else { return }
        for index in target.runs.indices {
          let run = target.runs[index]
          if case .new(let number) = run.origin {
            unsafe Self.copy(target.new[number], run, to: edited + filled)
          } else if let source = source.baseAddress {
            unsafe (edited + filled).initialize(from: source + run.start, count: run.count)
          }
          filled &+= run.count
        }
      }
    }
  }

  /// Makes this what `target` says, without another array for it.
  @inlinable
  mutating func applyInPlace(_ target: CopyRuns<Element>) {
    let before = count
    let after = target.count
    require(
      after <= before || target.anyNew != nil,
      "ContiguousArray.applyInPlace(_:): \(after) of \(before) elements, of which none is new")
    let kept = target.keptItems()
    var moved = ContiguousArray()
    moved.reserveCapacity(target.movedCount)
    for run in target.runs where run.origin == .moved {
      moved.append(contentsOf: self[run.start..<run.end])
    }
    // The array only ever holds elements: what it grows by is overwritten, and what it shrinks by is
    // written again before it goes.
    if after > before, let new = target.anyNew {
      append(contentsOf: repeatElement(new, count: after - before))
    }
    let filler = after < before ? self[0] : nil
    unsafe withUnsafeMutableBufferPointer { elements in
      guard let elements = elements.baseAddress else { return }
      if after > before { unsafe (elements + before).deinitialize(count: after - before) }
      var end = 0
      for index in kept.indices {
        unsafe (elements + end).deinitialize(count: kept[index].items.start - end)
        end = kept[index].items.end
      }
      unsafe (elements + end).deinitialize(count: before - end)
      unsafe Self.move(kept, in: elements)
      unsafe Self.fill(elements, target, moved)
      if let filler {
        unsafe (elements + after).initialize(repeating: filler, count: before - after)
      }
    }
    if after < before { removeLast(before - after) }
  }

  /// Writes what moves, which `moved` holds, and what is new to where it belongs.
  @inlinable
  static func fill(
    _ elements: UnsafeMutablePointer<Element>, _ target: CopyRuns<Element>,
    _ moved: ContiguousArray
  ) {
    unsafe moved.withUnsafeBufferPointer { moved in
      var (filled, used) = (0, 0)
      for index in target.runs.indices {
        let run = target.runs[index]
        switch run.origin {
        case .kept: break
        case .moved:
          if let moved = moved.baseAddress {
            unsafe (elements + filled).initialize(from: moved + used, count: run.count)
          }
          used &+= run.count
        case .new(let number): unsafe copy(target.new[number], run, to: elements + filled)
        }
        filled &+= run.count
      }
    }
  }

  @inlinable
  static func copy(
    _ source: [Element], _ run: CopyRuns<Element>.Run,
    to target: UnsafeMutablePointer<Element>
  ) {
    unsafe source.withUnsafeBufferPointer { source in
      guard let source = source.baseAddress else { return }
      unsafe target.initialize(from: source + run.start, count: run.count)
    }
  }

  /// Moves each run of elements to where it belongs.
  ///
  /// Those that go forward from the last on, and those that go back from the first on: none is then
  /// written over before it has moved. Two runs that go apart, or towards each other, never meet: they
  /// are in the same order before and after.
  @inlinable
  static func move(_ kept: [KeptItems], in elements: UnsafeMutablePointer<Element>) {
    var first = 0
    while first < kept.count {
      let isForward = kept[first].target > kept[first].items.start
      var end = first + 1
      while end < kept.count, (kept[end].target > kept[end].items.start) == isForward { end += 1 }
      for offset in 0..<end - first {
        let run = kept[isForward ? end - 1 - offset : first + offset]
        if run.target == run.items.start { continue }
        unsafe (elements + run.target).moveInitialize(
          from: elements + run.items.start, count: run.items.count)
      }
      first = end
    }
  }
}

extension CopyRuns {
  /// Returns a Boolean value that indicates whether an array of `count` elements costs less to edit
  /// in place than to copy.
  ///
  /// Elements that are more than bytes always do: a copy counts a reference to each.
  @inlinable
  func prefersPlace(in count: Int, capacity: Int) -> Bool {
    guard _isPOD(Element.self) else { return true }
    guard self.count <= capacity else { return false }
    // What moves is read and written twice.
    var (written, displaced) = (0, 2 * movedCount)
    for run in runs {
      if run.origin == .kept, run.start != written { displaced &+= run.count }
      written &+= run.count
    }
    // A new array's memory has to be mapped first, which costs half as much again as a copy.
    return displaced <= self.count &+ self.count / 2
  }

  /// The runs that are kept, and where they go.
  @inlinable
  func keptItems() -> [KeptItems] {
    var kept: [KeptItems] = []
    kept.reserveCapacity(runs.count)
    var written = 0
    for run in runs {
      if run.origin == .kept {
        kept.append(KeptItems(ArraySegment(start: run.start, count: run.count), target: written))
      }
      written &+= run.count
    }
    return kept
  }

  /// A new element, if there is one.
  @inlinable
  var anyNew: Element? {
    for run in runs {
      if case .new(let number) = run.origin { return new[number][run.start] }
    }
    return nil
  }
}
