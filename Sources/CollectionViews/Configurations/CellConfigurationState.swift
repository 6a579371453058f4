/// The states that decide how the content of a cell looks, as in `UICellConfigurationState`.
///
/// The collection view sets whether the cell is selected, highlighted or being reordered. A subclass
/// that knows more overrides `CollectionViewCell.configurationState` and adds it:
///
///     override var configurationState: CellConfigurationState {
///       var state = super.configurationState
///       state.isExpanded = isOpen
///       state["unread"] = unreadCount
///       return state
///     }
public struct CellConfigurationState: Hashable, Sendable {
  /// A Boolean value that indicates whether the item is selected.
  public var isSelected = false
  /// A Boolean value that indicates whether a touch highlights the item.
  public var isHighlighted = false
  /// A Boolean value that indicates whether a user moves the item.
  public var isReordering = false
  /// A Boolean value that indicates whether the item shows its children.
  public var isExpanded = false
  /// A Boolean value that indicates whether the cell takes no touches.
  public var isDisabled = false
  /// A Boolean value that indicates whether the content is being edited.
  public var isEditing = false
  private var custom: [String: CustomValue] = [:]

  /// A state of a cell about which nothing special is known.
  public init() {}

  /// A state of the app's own, by name; nil if there is none.
  public subscript(key: String) -> (any Hashable & Sendable)? {
    get { custom[key]?.value }
    set { custom[key] = newValue.map(CustomValue.init) }
  }

  private struct CustomValue: Hashable, Sendable {
    let value: any Hashable & Sendable

    static func == (left: CustomValue, right: CustomValue) -> Bool {
      AnyHashable(left.value) == AnyHashable(right.value)
    }

    func hash(into hasher: inout Hasher) { AnyHashable(value).hash(into: &hasher) }
  }
}
