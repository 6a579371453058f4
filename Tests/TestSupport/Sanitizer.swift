import Foundation

/// The sanitizers that the tests may be built with.
package enum Sanitizer {
  /// A Boolean value that indicates whether one serves `malloc`, before any preloaded library.
  package static let isLinked =
    unsafe dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}
