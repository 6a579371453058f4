import Changesets
import Foundation
import Geometry
import Testing

import Commands

@Suite struct PointTextTests {
  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (-0.0001, "0"), (12, "12"), (12.5, "12.5"), (1.0 / 3, "0.333"),
      (-2.0 / 3, "-0.667"), (0.1 + 0.2, "0.3"), (1_000_000, "1000000"), (99.9996, "100"),
    ] as [(Double, String)])
  func numbersAreSpelledWithoutZerosAtTheEnd(value: Double, text: String) {
    #expect(PointText.spelled(value) == text)
  }

  @Test func sizesAndPlacesAreRead() throws {
    #expect(try PointText.size("90x40.5", option: "-") == Size(width: 90, height: 40.5))
    #expect(try PointText.point("-3,.5", option: "-") == Point(x: -3, y: 0.5))
    #expect(try PointText.length("0", option: "-") == 0)
    let rect = Rect(x: -1, y: 2, width: 3, height: 4)
    #expect(try PointText.rect("-1,2,3,4", option: "-") == rect)
    #expect(try PointText.insets("8", option: "-") == EdgeInsets(all: 8))
    let insets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(try PointText.insets("1,2,3,4", option: "-") == insets)
    #expect(try PointText.path("2,17", option: "-") == ItemPath(section: 2, item: 17))
  }

  @Test(
    arguments: [
      "", "x", "90", "90x", "x40", "90x40x1", "-90x40", "90xnan", "infx1", "1e3x1", "0x1Fx2",
      "90 x40", "９0x40", "90x40,", "2000000000x1", "1..5x1", "--1x1",
    ])
  func whatIsNoSizeIsRefused(text: String) {
    let error = #expect(throws: ToolError.self) { try PointText.size(text, option: "--size") }
    #expect(error?.description.hasPrefix("--size '\(text)': not a size; write ") == true)
    #expect(error?.status == .usage)
  }

  @Test func adviceFitsTheCause() {
    func advice(_ text: String) -> String? {
      let error = #expect(throws: ToolError.self) { try PointText.length(text, option: "-") }
      return error?.description.components(separatedBy: "; ").last
    }
    #expect(advice("1e3") == "write numbers with digits and a point, without exponents.")
    #expect(advice("1000000001") == "write numbers of at most 1000000000.")
    #expect(advice("-1") == "write a number of points that is not negative.")
    #expect(advice("inf") == "write a number of points that is not negative.")
    #expect(throws: Never.self) { try PointText.length("1000000000", option: "-") }
    let error = #expect(throws: ToolError.self) {
      try PointText.rect("0,0,1e3,1", option: "--rect")
    }
    #expect(
      error?.description
        == "--rect '0,0,1e3,1': not a rectangle; write numbers with digits and a point, "
        + "without exponents.")
  }

  @Test func oneNumberIsASizeWhereOneCounts() throws {
    #expect(try PointText.sizeOrLength("44", option: "-") == Size(width: 44, height: 44))
    #expect(try PointText.sizeOrLength("90x44", option: "-") == Size(width: 90, height: 44))
    for text in ["", "x", "44x", "-1", "1,2"] {
      #expect(throws: ToolError.self) { try PointText.sizeOrLength(text, option: "-") }
    }
  }

  @Test func whatIsNoRectangleIsRefused() {
    for text in ["", "0,0,1", "0,0,1,0", "0,0,-1,1", "0,0,1,1,1", "0 0 1 1"] {
      #expect(throws: ToolError.self) { try PointText.rect(text, option: "-") }
    }
    for text in ["", "1,2", "1,2,3", "-1", "1,2,3,-4", "1,2,3,4,5"] {
      #expect(throws: ToolError.self) { try PointText.insets(text, option: "-") }
    }
    for text in ["", "1", "-1,0", "0,-1", "1,2,3", "1.5,2", "a,b"] {
      #expect(throws: ToolError.self) { try PointText.path(text, option: "-") }
    }
  }
}
