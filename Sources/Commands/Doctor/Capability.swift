/// One thing that can, or cannot, be measured on this machine.
package struct Capability: Hashable {
  let name: String
  let isAvailable: Bool
  /// By what it is measured, or why it is not and what would help.
  let detail: String

  package init(name: String, isAvailable: Bool, detail: String) {
    self.name = name
    self.isAvailable = isAvailable
    self.detail = detail
  }
}
