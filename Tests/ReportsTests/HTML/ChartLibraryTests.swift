import Analysis
import Reports
import Testing

@Suite struct ChartLibraryTests {
  private func failure(_ text: String) -> ChartLibraryError? {
    do throws(ChartLibraryError) {
      _ = try ChartLibrary(text)
      return nil
    } catch {
      return error
    }
  }

  @Test func saysWhichVersionItIs() throws {
    #expect(try ChartLibrary(HTMLReportTests.library).version == "3.9.1")
  }

  @Test func refusesWhatCannotDraw() {
    #expect(failure("") == .notChartJS)
    #expect(failure("/*! jQuery v3.6.1 */ define.amd") == .notChartJS)
    #expect(failure("/*!\n * Chart.js v2.9.4\n */ define.amd") == .version("2.9.4"))
    #expect(failure("/*!\n * Chart.js v4.4.0\n */ define.amd") == .version("4.4.0"))
    #expect(failure("/*!\n * Chart.js v3.9.1\n */ export { Chart };") == .module)
    #expect("\(ChartLibraryError.version("2.9.4"))".contains("needs Chart.js 3"))
  }
}
