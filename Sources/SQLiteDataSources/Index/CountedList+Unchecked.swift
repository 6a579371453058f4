#if SQLITE
  import BasicAlgorithms

  // Unchecked because all loops stay within the count of the array. Checks keep the compiler from
  // using vectors for the first, and take a third of the others.

  extension ContiguousArray<Int32> {
    /// Adds to all elements from `first` on.
    @inline(__always)
    mutating func add(_ change: Int, from first: Int) {
      let change = Int32(truncatingIfNeeded: change)
      unsafe withUnsafeMutableBufferPointer { elements in
        var index = first
        while index < elements.count {
          unsafe elements[index] &+= change
          index &+= 1
        }
      }
    }

    /// Returns the index of the last of the first `count` elements that is at most `value`.
    ///
    /// - Precondition: They ascend, and the first is at most `value`.
    @inline(__always)
    func lastIndex(notAbove value: Int, count: Int) -> Int {
      assert(count <= self.count)
      return unsafe withUnsafeBufferPointer { elements in
        var (start, length) = (0, count)
        while length > 1 {
          let half = length &>> 1
          // All bits if the element is at most the value. A branch would be mispredicted every
          // second time, and the compiler makes one of a choice.
          let mask = unsafe (Int(elements[start &+ half]) &- value &- 1) &>> 63
          start &+= half & mask
          length &-= half
        }
        return start
      }
    }
  }

  extension Array where Element == TouchedRow {
    /// Returns the number of rows that are before row `row`.
    @inline(__always)
    func count(before row: Int) -> Int {
      unsafe withUnsafeBufferPointer { rows in
        var (start, length) = (0, rows.count)
        while length > 0 {
          let half = (length &+ 1) &>> 1
          let mask = unsafe (Int(rows[start &+ half &- 1].row) &- row) &>> 63
          start &+= half & mask
          length &-= half
        }
        return start
      }
    }
  }

  extension Range<Int> {
    /// Returns the first number whose word is at least `word`, or the upper bound.
    ///
    /// - Precondition: Words ascend.
    @inline(__always)
    func firstIndex(notBelow word: UInt64, _ wordAt: (Int) -> UInt64) -> Int {
      var (start, length) = (lowerBound, upperBound &- lowerBound)
      while length > 0 {
        let half = (length &+ 1) &>> 1
        let isBelow = wordAt(start &+ half &- 1).subtractingReportingOverflow(word).overflow
        start &+= half & (0 &- (isBelow ? 1 : 0))
        length &-= half
      }
      return start
    }
  }
#endif
