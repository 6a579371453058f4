public import Changesets

/// The most entries of a `SumTree`, whose nodes count them in 32 bits without checks.
@usableFromInline
package enum SumTreeLimit {
  /// Stops the program before a tree would have more than 2³¹ − 1 entries, which are the sections or
  /// the chunks of a store.
  @inlinable
  package static func check(_ count: Int) {
    require(count <= Int32.max, "ItemStore: \(count) sections; it holds at most \(Int32.max)")
  }
}
