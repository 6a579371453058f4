import Geometry
import Layouts
import Testing

/// Messages say what was found and what to give instead.
@Suite struct LayoutErrorTests {
  @Test func contentThatIsTooLongSaysAlongWhichAxis() {
    #expect(
      LayoutError.contentExtent(.vertical, .infinity).description
        == "the content's height is inf; give sizes, spacings and insets that add up to a finite "
        + "length")
    #expect(
      LayoutError.contentExtent(.horizontal, .nan).description.hasPrefix("the content's width is"))
  }

  @Test func insetsSayWhatIsWrongWithThem() {
    func text(_ top: Double) -> String {
      LayoutError.insets(
        property: "sectionInset", section: 2, EdgeInsets(top: top, left: 1, bottom: 2, right: 3)
      ).description
    }
    #expect(
      text(-5)
        == "sectionInset of section 2 is (-5.0, 1.0, 2.0, 3.0); give four that are not negative")
    #expect(
      text(.infinity)
        == "sectionInset of section 2 is (inf, 1.0, 2.0, 3.0); give four finite numbers")
  }

  @Test func anglesAndAmountsAreNamed() {
    #expect(
      LayoutError.angle(property: "turn", .infinity).description
        == "turn is inf; give a finite angle in radians")
    #expect(
      LayoutError.tooMany(property: "badgesPerItem", 5_000, most: 1_000).description
        == "badgesPerItem is 5000; give 1000 or less")
  }
}
