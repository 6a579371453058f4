import Profiles
import Testing

struct CaseProfileTests {
  @Test(arguments: [
    (0, "0.0 %"), (1e-6, "< 0.1 %"), (0.003, "0.3 %"), (0.44, "44 %"), (1e13, "1000000000000000 %"),
    (2e13, "> 10¹⁵ %"), (1e300, "> 10¹⁵ %"), (.infinity, "> 10¹⁵ %"),
  ])
  func aShareBeyondIntIsShownAsABound(share: Double, text: String) {
    #expect(CaseProfile.percent(share) == text)
  }
}
