import Changesets

/// An edit of one item or section of a prepared state, which another edit takes back.
enum LineEdit {
  case insert(ItemPath, ItemExtent)
  case remove(ItemPath)
  case resize(ItemPath, ItemExtent)
  case reshape(section: Int, shape: Int)
}

extension LineState {
  /// Carries one edit out. O(log *n*) with a tree, besides the lines that break anew.
  mutating func perform(_ edit: LineEdit) {
    switch edit {
    case .insert(let path, let extent): replace(path.item..<path.item, of: path, with: extent)
    case .resize(let path, let extent): replace(path.item..<path.item + 1, of: path, with: extent)
    case .remove(let path):
      index.replaceItems(path.item..<path.item + 1, inSection: path.section, with: [])
    case .reshape(let section, let shape): index.setShape(shape, ofSection: section)
    }
  }

  /// The edit that takes `edit` back, asked for before it is carried out. O(log *n*) with a tree.
  func inverse(of edit: LineEdit) -> LineEdit {
    switch edit {
    case .insert(let path, _): .remove(path)
    case .remove(let path): .insert(path, extent(at: path))
    case .resize(let path, _): .resize(path, extent(at: path))
    case .reshape(let section, _):
      .reshape(section: section, shape: index.section(at: section).shape)
    }
  }

  /// The extent of the item at `path`, which exists.
  func extent(at path: ItemPath) -> ItemExtent {
    index.itemExtent(path.item, inSection: path.section)
  }

  private mutating func replace(
    _ range: Range<Int>, of path: ItemPath, with extent: ItemExtent
  ) {
    oneExtent[0] = extent
    index.replaceItems(range, inSection: path.section, with: oneExtent)
  }
}
