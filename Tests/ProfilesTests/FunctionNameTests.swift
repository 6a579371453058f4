import Profiles
import Testing

struct FunctionNameTests {
  @Test(arguments: [
    ("memmove", "memmove"),
    ("libc.so.6+0x16db75", "libc.so.6+0x16db75"),
    ("$s10ItemStores10BTreeStoreV9itemCount9inSectionS2i_tF", "BTreeStore.itemCount(inSection:)"),
    (
      "$sSa6append10contentsOfyqd__n_t7ElementQyd__RszSTRd__lF10Changesets8ItemPathV4path_7Layouts0F6ExtentV6extentt_SayAgH_AkLtGTg5",
      "Array.append(contentsOf:) <(path: ItemPath, extent: ItemExtent), Array<(path: ItemPath…>"
    ),
    ("$s15CollectionViews14PendingRequestVwxx", "PendingRequest destroy"),
    ("$s7Layouts25LayoutInvalidationContextCfD", "LayoutInvalidationContext.__deallocating_deinit"),
    (
      "_ZN5swift9RefCountsINS_13RefCountBitsTILNS_19RefCountInlinednessE1EEEE15doDecrementSlowILNS_13PerformDeinitE1EEEbS3_j",
      "swift::RefCounts::doDecrementSlow"
    ),
  ])
  func aNameKeepsWhatTellsItFromOthers(symbol: String, name: String) {
    #expect(SymbolName.short(symbol) == name)
  }

  @Test func typesLoseTheirModules() {
    #expect(
      SymbolName.shortTypes("Swift._ContiguousArrayStorage<Layouts.Node<Swift.Int>>")
        == "_ContiguousArrayStorage<Node<Int>>")
    #expect(SymbolName.shortTypes("A.B.C, (Int) -> D") == "B.C, (Int) -> D")
  }

  @Test(arguments: [
    ("swift_retain", "libswiftCore.so", RuntimeGroup.referenceCounting),
    ("swift_allocObject", "libswiftCore.so", .allocation),
    ("anything", "libjemalloc.so.2", .allocation),
    ("swift_beginAccess", "libswiftCore.so", .exclusivity),
    ("swift_getGenericMetadata", "libswiftCore.so", .metadata),
    ("$s4work4bodyyyFTA", "", .thunks),
    ("[kernel]", "", .kernel), ("memcpy", "libc.so.6", .copying),
    ("_ZL12_swift_helper", "libswiftCore.so", .metadata),
  ])
  func theRuntimesFunctionsAreGrouped(symbol: String, object: String, group: RuntimeGroup) {
    #expect(RuntimeGroup(symbol: symbol, object: object) == group)
  }

  @Test func aProgramsOwnFunctionHasNoGroup() {
    #expect(RuntimeGroup(symbol: "$s4work4bodyyyF", object: "") == nil)
    #expect(RuntimeGroup(symbol: "memjrnlWrite", object: "libsqlite3.so.0") == nil)
    #expect(RuntimeGroup(symbol: "_ZL4mine", object: "") == nil)
  }
}
