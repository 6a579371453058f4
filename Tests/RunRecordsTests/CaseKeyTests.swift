import Foundation
import RunRecords
import Testing

@Suite struct CaseKeyTests {
  @Test func anIDIsParsedFromItsOwnText() throws {
    let text = "lookup/item-random/storage=flat/data=uniform-1000/payload=item8/items=1000"
    let id = try #require(CaseKey(text))
    #expect(
      id
        == CaseKey(
          suite: "lookup", scenario: "item-random", storage: "flat", data: "uniform-1000",
          payload: "item8", items: 1_000))
    #expect(id.description == text)
    let parameters = CaseParameters(
      scenario: "item-random", storage: "flat", role: "strategy", data: "uniform-1000",
      payload: "item8", items: 1_000)
    #expect(CaseKey(suite: "lookup", parameters) == id)
  }

  /// The size of imported data, whose sections are known, is a fact about the data.
  @Test func theIDOfImportedDataHasNoItems() throws {
    let parameters = CaseParameters(
      scenario: "item-random", storage: "flat", role: "strategy", data: "directory",
      payload: "item8", items: 43_029, sections: 7)
    let key = CaseKey(suite: "lookup", parameters)
    let text = "lookup/item-random/storage=flat/data=directory/payload=item8"
    #expect(key.items == nil)
    #expect(key.description == text)
    #expect(CaseKey(text) == key)
    #expect(CaseKey.withoutItems(text + "/items=43029") == text)
    #expect(CaseKey.withoutItems(text) == text)
    #expect(CaseKey.withoutItems("no id") == "no id")
    // Builds of before decode a number.
    let json = try JSONEncoder().encode(key)
    #expect(String(decoding: json, as: UTF8.self).contains(#""items":0"#))
    #expect(try JSONDecoder().decode(CaseKey.self, from: json) == key)
  }

  @Test func inJSONAKeyHasItsPartsByName() throws {
    let json = Data(
      #"{"suite":"a","scenario":"b","storage":"c","data":"d","payload":"e","items":7}"#.utf8)
    let key = try JSONDecoder().decode(CaseKey.self, from: json)
    #expect(key.description == "a/b/storage=c/data=d/payload=e/items=7")
    #expect(try JSONDecoder().decode(CaseKey.self, from: JSONEncoder().encode(key)) == key)
  }

  @Test(
    arguments: [
      "", "lookup",
      "a/b/storage=c/data=d", "a/b/storage=c/data=d/payload=e/",
      "a/b/storage=c/data=d/payload=e/items=", "a/b/storage=c/data=d/payload=e/items=x",
      "a/b/storage=c/data=d/payload=e/items=01", "a/b/data=d/storage=c/payload=e/items=1",
      "a/b/storage=c/data=d/payload=e/items=1/", "/a/b/storage=c/data=d/payload=e/items=1",
      "a/b/storage=*/data=d/payload=e/items=1",
    ])
  func anIncompleteOrRespelledIDIsRefused(text: String) {
    #expect(CaseKey(text) == nil)
  }
}
