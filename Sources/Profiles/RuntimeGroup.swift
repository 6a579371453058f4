/// A kind of work that the runtime and the system do for a program, apart from its own code.
package enum RuntimeGroup: String, Codable, CaseIterable, Sendable {
  case referenceCounting = "reference counting"
  case allocation
  case exclusivity = "exclusivity checks"
  case metadata = "metadata and casts"
  case thunks = "witness calls and thunks"
  case copying = "copying memory"
  case kernel = "the kernel"

  /// The group of a function; nil for a program's own code.
  ///
  /// - Parameters:
  ///   - symbol: The symbol, mangled.
  ///   - object: The file name of its library; empty for the executable.
  package init?(symbol: String, object: String) {
    if symbol == "[kernel]" {
      self = .kernel
    } else if ["memcpy", "memmove", "memset", "bzero"].contains(symbol) {
      self = .copying
    } else if object.hasPrefix("libswift"), symbol.hasPrefix("_ZL") {
      // A static function of the runtime's C++.
      self = .metadata
    } else if object.hasPrefix("libjemalloc") || Self.isAllocation(symbol) {
      self = .allocation
    } else if let group = Self.byPrefix.first(where: { symbol.hasPrefix($0.prefix) })?.group {
      self = group
    } else if symbol.hasPrefix("$s"),
      let group = Self.bySuffix.first(where: {
        symbol.hasSuffix($0.suffix)
      })?.group
    {
      self = group
    } else {
      return nil
    }
  }

  private static func isAllocation(_ symbol: String) -> Bool {
    allocators.contains(symbol) || symbol.hasPrefix("swift_alloc")
      || symbol.hasPrefix("swift_dealloc") || symbol.hasPrefix("swift_slow")
      || symbol.hasPrefix("_swift_allocObject") || symbol.hasPrefix("swift_coroFrame")
  }

  private static let allocators: Set<String> = [
    "malloc", "calloc", "realloc", "free", "posix_memalign", "aligned_alloc", "memalign", "valloc",
    "malloc_usable_size", "cfree", "_int_malloc", "_int_free", "_Znwm", "_Znam", "_ZdlPv",
    "_ZdaPv", "_ZdlPvm", "_ZnwmSt11align_val_t", "_ZdlPvSt11align_val_t", "swift_initStackObject",
  ]

  private static let byPrefix: [(prefix: String, group: RuntimeGroup)] = [
    ("swift_retain", .referenceCounting), ("swift_release", .referenceCounting),
    ("_swift_retain", .referenceCounting), ("_swift_release", .referenceCounting),
    ("swift_bridgeObject", .referenceCounting), ("swift_unknownObject", .referenceCounting),
    ("swift_weak", .referenceCounting), ("swift_unowned", .referenceCounting),
    ("swift_nonatomic", .referenceCounting), ("swift_isUnique", .referenceCounting),
    ("swift_isEscaping", .referenceCounting), ("swift_tryRetain", .referenceCounting),
    ("swift_setDeallocating", .referenceCounting), ("swift_strong", .referenceCounting),
    ("_ZN5swift9RefCount", .referenceCounting), ("_ZNK5swift9RefCount", .referenceCounting),
    ("_ZN5swift27HeapObjectSideTable", .referenceCounting),
    ("swift_beginAccess", .exclusivity), ("swift_endAccess", .exclusivity),
    ("_ZN5swift7runtime9AccessSet", .exclusivity),
    ("_ZN12_GLOBAL__N_19AccessSet", .exclusivity),
    ("swift_get", .metadata), ("swift_dynamicCast", .metadata), ("swift_conformsTo", .metadata),
    ("swift_checkMetadata", .metadata), ("swift_instantiate", .metadata),
    ("swift_allocateGeneric", .metadata), ("swift_init", .metadata), ("swift_once", .metadata),
    ("swift_cast", .metadata), ("swift_array", .copying), ("swift_cvw_", .copying),
    ("swift_generic_", .copying), ("swift_asyncLet", .metadata), ("_swift_get", .metadata),
    ("_ZN5swift", .metadata), ("_ZNK5swift", .metadata),
    ("__memcpy", .copying), ("__memmove", .copying), ("__memset", .copying),
    ("__bzero", .copying),
  ]

  /// The operators with which mangled names of the compiler's own functions end.
  private static let bySuffix: [(suffix: String, group: RuntimeGroup)] = [
    ("TW", .thunks), ("TR", .thunks), ("TA", .thunks), ("Tj", .thunks), ("TQ", .thunks),
    ("Ma", .metadata), ("Mr", .metadata), ("Mi", .metadata), ("Wl", .metadata),
    ("WL", .metadata), ("Md", .metadata), ("MD", .metadata), ("Wt", .metadata),
    ("WT", .metadata), ("WOy", .referenceCounting), ("WOe", .referenceCounting),
    ("WOr", .referenceCounting), ("WOs", .referenceCounting), ("WOh", .copying),
    ("WOb", .copying), ("WOc", .copying), ("WOd", .copying), ("WOf", .copying),
    ("wcp", .copying), ("wca", .copying), ("wta", .copying), ("wxx", .copying),
    ("wCP", .copying), ("wet", .copying), ("wst", .copying),
  ]
}
