import Allocations
import CProcess

// A process for the tests that need one: preloaded, or started again.
//   AllocationProbe region STEP...   performs the steps in a measured region, prints the counts
//   AllocationProbe threads N BYTES  the same for N threads that each hold BYTES at once
//   AllocationProbe aslr             turns address randomisation off, prints an address
let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "region":
  let region = MeasuredRegion(steps: arguments.dropFirst().compactMap(Step.init))
  report(AllocationMeter.measure { region.perform() }.1)
case "threads":
  let numbers = arguments.dropFirst().compactMap { Int($0) }
  report(AllocationMeter.measure { holdTogether(threads: numbers[0], bytes: numbers[1]) }.1)
case "aslr":
  let error = cprocess_reexec_without_aslr()
  print("error \(error)")
  print("off \(cprocess_is_aslr_off())")
  print("stack \(addressOnStack())")
  print("arguments \(arguments)")
default:
  print("usage: AllocationProbe region STEP... | threads N BYTES | aslr")
}

func report(_ counts: AllocationCounts?) {
  print("availability \(AllocationMeter.availability)")
  print("peakAvailability \(AllocationMeter.peakAvailability)")
  guard let counts else { return }
  print("allocations \(counts.allocations)")
  print("allocatedBytes \(counts.allocatedBytes)")
  print("deallocatedBytes \(counts.deallocatedBytes)")
  if let peak = counts.peakLiveBytes { print("peakLiveBytes \(peak)") }
}
