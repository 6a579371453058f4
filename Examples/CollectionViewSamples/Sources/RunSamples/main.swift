import CollectionViewSamples
import HeadlessCollectionView

let source = NestedArraySource([["ant", "bee", "cat"], ["dog", "eel"]])
let view = try makeSampleView(over: source)
for cell in view.visibleCells {
  if let cell = cell as? LabelCell { print("\(cell.text) at \(cell.frame)") }
}

view.allowsMultipleSelection = true
view.tapItem(at: ItemPath(section: 0, item: 0))
view.tapItem(at: ItemPath(section: 1, item: 1))
try deleteSelected(in: view, of: source)
print("After deleting what was selected: \(source.sections), \(view.animations.count) animations")
view.clock.advance(by: 0.3)

let menus = CopyAndPaste(source)
view.delegate = menus
for action in [MenuAction.copy, .paste] {
  view.longPress(at: Point(x: 20, y: 50))
  view.chooseMenuAction(action)
}
try view.layoutIfNeeded()
print("After copy and paste: \(source.sections)")

showRedCells(in: view)
try view.layoutIfNeeded()
let first = ItemPath(section: 0, item: 0)
if let cell = view.cellForItem(at: first) as? RedCell {
  print("A cell at rest is \(cell.seenColor ?? "bare")")
  view.tapItem(at: first)
  print("A selected one is \(cell.seenColor ?? "bare")")
}
