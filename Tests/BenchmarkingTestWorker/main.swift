import Benchmarking
import Glibc

exit(Worker.run(suites: [.forTests]))
