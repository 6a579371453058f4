import Mustache

// What templates see of the parts that a page has thousands of. Left to itself the library would
// look names up by reflection, which takes a hundred times as long.

extension HTMLTable.Row: MustacheParent {
  func child(named name: String) -> Any? { name == "cells" ? cells : nil }
}

extension HTMLTable.Cell: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "tag": tag
    case "text": text
    case "sortKey": sortKey
    case "mark": mark
    case "swatch": swatch
    case "target": target
    case "isRowHeader": isRowHeader
    default: nil
    }
  }
}
