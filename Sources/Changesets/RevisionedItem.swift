/// An item that can be told from others, and from an earlier state of itself.
///
/// `id` says which item it is; it never changes while the item lives. `revision` says which state
/// of its content it shows: two values with one `id` and different revisions need a reload.
public protocol RevisionedItem: Identifiable {
  /// The state of the content; any change of content changes it.
  var revision: UInt32 { get }
}
