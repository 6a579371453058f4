import Reports

/// A scheduler that `run --print-job` writes a job file for.
enum JobKind: String, CaseIterable {
  case slurm, kubernetes, github, gitlab, make

  /// The most parts: jobs of a matrix at GitHub, of `parallel` at GitLab.
  var mostParts: Int {
    switch self {
    case .github: 256
    case .gitlab: 200
    case .slurm, .kubernetes, .make: 10_000
    }
  }
}

/// A job that measures the parts of a run, one on each machine, and then joins their records.
///
///     let job = JobFile(
///       tool: "cvbench", arguments: ["run", "--preset", "full"], parts: 8, longest: 411,
///       isMeasured: true)
///     print(job.text(for: .slurm))
///
/// Nothing is submitted. A job file has no more than a reader can check, and comments say what to
/// change.
struct JobFile {
  /// The name of the executable.
  let tool: String
  /// The words of the command line that all parts have in common, beginning with `run`.
  let arguments: [String]
  /// The number of parts.
  let parts: Int
  /// The seconds that the longest part takes, as far as known.
  let longest: Double
  /// A Boolean value that indicates whether an earlier run tells them, and not an estimate.
  let isMeasured: Bool

  /// The whole file.
  func text(for kind: JobKind) -> String {
    switch kind {
    case .slurm: slurm
    case .kubernetes: kubernetes
    case .github: gitHub
    case .gitlab: gitLab
    case .make: make
    }
  }

  private var words: String { ([tool] + arguments).map(\.shellQuoted).joined(separator: " ") }

  /// The command of one part, for a shell that knows its number as `number`.
  private func command(_ number: String, resuming: Bool) -> String {
    command(words, number, resuming: resuming)
  }

  private func command(_ words: String, _ number: String, resuming: Bool) -> String {
    "\(words) --shard \"\(number)/\(parts)\" -o \"parts/part-\(number).json\""
      + (resuming ? " --resume" : "")
  }

  private var merge: String { "\(tool.shellQuoted) merge parts/part-*.json -o all.json" }

  /// Three times what a part should take, as another machine may be slow, and ten minutes; twenty
  /// times an estimate, which can be that wrong.
  private var limitMinutes: Int {
    Int(((isMeasured ? 3 : 20) * longest / 60).rounded(.up)) + 10
  }

  private var duration: String {
    isMeasured
      ? "By an earlier run a part takes up to \(DisplayFormat.clock(longest)); it may take three times that."
      : "By estimate a part takes up to \(DisplayFormat.clock(longest)); it may take twenty times that."
  }

  private var numbers: ClosedRange<Int> { 1...parts }

  // MARK: Slurm

  private var slurm: String {
    let limit = "\(limitMinutes / 60):\(limitMinutes % 60 < 10 ? "0" : "")\(limitMinutes % 60):00"
    return #"""
      #!/bin/bash
      # Measures \#(parts) parts, one on each machine, and then joins their records to all.json:
      #
      #   bash job.sh
      #
      # Run by bash and not by sbatch, this file submits itself as an array with a task for each part,
      # and a job that joins them when all have ended well. Run it in a directory that the nodes share,
      # with the files in it that the command names. More than 1,000 parts need a higher MaxArraySize.
      # \#(duration)
      #
      # A task that is preempted or loses its node is queued again, and goes on where it was. Submit one
      # that failed by its number, sbatch --array=3 job.sh, and then join by hand:
      #
      #   \#(merge)
      #
      #SBATCH --job-name=\#(tool)
      #SBATCH --array=1-\#(parts)
      #SBATCH --nodes=1
      #SBATCH --ntasks=1
      #SBATCH --requeue
      #SBATCH --open-mode=append
      #SBATCH --output=parts/part-%a.log
      #SBATCH --time=\#(limit)
      # Times that are measured beside another job are wrong: one part a node, and nothing else there.
      #SBATCH --exclusive

      set -euo pipefail
      if [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
        mkdir -p parts
        array=$(sbatch --parsable "$0")
        sbatch --job-name=\#(tool)-merge --dependency="afterok:${array%%;*}" --kill-on-invalid-dep=yes \
          --output=parts/merge.log --wrap "\#(merge)"
        exit
      fi
      exec \#(command("$SLURM_ARRAY_TASK_ID", resuming: true))

      """#
  }

  // MARK: Kubernetes

  private var kubernetes: String {
    """
    # Measures \(parts) parts, one on each node, and then joins their records to all.json:
    #
    #   kubectl apply -f job.yaml
    #   kubectl wait --for=condition=complete --timeout=\(3 * limitMinutes)m job/\(tool)
    #   kubectl patch job/\(tool)-merge --type=strategic --patch '{"spec":{"suspend":false}}'
    #
    # Put the image of \(tool) in the place of IMAGE, twice (make image builds it). The records are on
    # the volume of the claim "\(tool)", which all nodes must be able to write (ReadWriteMany), with the
    # files in it that the command names. Of a volume by NFS, the server decides who may write.
    # \(duration)
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: \(tool)
    spec:
      completionMode: Indexed
      completions: \(parts)
      parallelism: \(parts)
      backoffLimitPerIndex: 3
      podFailurePolicy:
        rules:
          # A pod that is preempted or drained starts again, and goes on where it was.
          - action: Ignore
            onPodConditions:
              - type: DisruptionTarget
          # A wrong command line, a wrong answer or a foreign machine is the same the next time.
          - action: FailIndex
            onExitCodes:
              containerName: part
              operator: In
              values: [2, 3, 5]
      template:
        metadata:
          labels:
            app: \(tool)
        spec:
          restartPolicy: Never
          terminationGracePeriodSeconds: 120
          # The user of the image; the volume is made writable for its group.
          securityContext: {runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000}
          # Times that are measured beside another part are wrong.
          affinity:
            podAntiAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                - topologyKey: kubernetes.io/hostname
                  labelSelector:
                    matchLabels:
                      app: \(tool)
          containers:
            - name: part
              image: IMAGE
              workingDir: /work
              command: ["/bin/sh", "-c"]
              args:
                - |
                  set -e
                  mkdir -p parts
                  number=$((JOB_COMPLETION_INDEX + 1))
                  exec \(command(words.replacing("$", with: "$$"), "$number", resuming: true))
              # Equal requests and limits of whole CPUs, so that no other pod gets these CPUs.
              resources:
                requests: {cpu: "2", memory: 8Gi}
                limits: {cpu: "2", memory: 8Gi}
              volumeMounts:
                - name: records
                  mountPath: /work
          volumes:
            - name: records
              persistentVolumeClaim:
                claimName: \(tool)
    ---
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: \(tool)-merge
    spec:
      # Kubernetes has no dependent jobs: the command above sets it off.
      suspend: true
      backoffLimit: 0
      template:
        spec:
          restartPolicy: Never
          securityContext: {runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000}
          containers:
            - name: merge
              image: IMAGE
              workingDir: /work
              command: ["/bin/sh", "-c"]
              args:
                - |
                  exec \(merge)
              volumeMounts:
                - name: records
                  mountPath: /work
          volumes:
            - name: records
              persistentVolumeClaim:
                claimName: \(tool)

    """
  }

  // MARK: GitHub

  private var gitHub: String {
    """
    # Measures \(parts) parts, one on each runner, and then joins their records: put this file
    # into .github/workflows, and run it from the page of the actions.
    #
    # Use runners with the label "\(tool)", one on each of a few equal machines that do nothing else:
    # times from shared runners compare within a part only. They need \(tool) on their PATH.
    # A part whose runner was lost begins again with "Re-run failed jobs".
    # \(duration)
    name: \(tool)
    on: workflow_dispatch
    permissions:
      contents: read
    jobs:
      part:
        strategy:
          fail-fast: false
          matrix:
            part: [\(numbers.map(String.init).joined(separator: ", "))]
        runs-on: [self-hosted, \(tool)]
        timeout-minutes: \(limitMinutes)
        steps:
          # The files that the command names are those of the repository.
          - uses: actions/checkout@v4
          - name: Measure
            run: |
              rm -rf parts
              mkdir parts
              \(command("${{ matrix.part }}", resuming: false))
          - uses: actions/upload-artifact@v4
            if: always()
            with:
              name: \(tool)-part-${{ matrix.part }}
              path: parts/
      merge:
        needs: part
        runs-on: [self-hosted, \(tool)]
        steps:
          - name: Forget earlier parts
            run: rm -rf parts all.json
          - uses: actions/download-artifact@v4
            with:
              pattern: \(tool)-part-*
              path: parts
              merge-multiple: true
          - name: Join the records
            run: |
              \(merge)
          - uses: actions/upload-artifact@v4
            with:
              name: \(tool)-all
              path: all.json

    """
  }

  // MARK: GitLab

  private var gitLab: String {
    """
    # Measures \(parts) parts, one on each runner, and then joins their records: include this
    # file in .gitlab-ci.yml, with the two stages among that file's own. They run in pipelines that are
    # started by hand or by a schedule, and not with every push.
    #
    # Use runners with the tag "\(tool)" that take one job at a time (concurrent = 1), on equal machines
    # that do nothing else: times from shared runners compare within a part only. Put the image of
    # \(tool) in the place of IMAGE (make image builds it).
    # \(duration)
    stages: [measure, join]

    \(tool)-parts:
      stage: measure
      image: &image
        name: IMAGE
        entrypoint: [""]
      tags: [\(tool)]
      parallel: \(parts)
      rules: &started
        - if: $CI_PIPELINE_SOURCE == "web" || $CI_PIPELINE_SOURCE == "schedule"
      timeout: \(limitMinutes) minutes
      # A lost runner; the part then begins again.
      retry:
        max: 2
        when: [runner_system_failure, stuck_or_timeout_failure]
      script:
        - mkdir -p parts
        - |
          \(command("$CI_NODE_INDEX", resuming: false))
      artifacts:
        when: always
        paths: [parts/]

    \(tool)-merge:
      stage: join
      image: *image
      tags: [\(tool)]
      needs: [\(tool)-parts]
      rules: *started
      script:
        - |
          \(merge)
      artifacts:
        paths: [all.json]

    """
  }

  // MARK: Make

  private var make: String {
    // A dollar sign is make's own.
    let words = self.words.replacing("$", with: "$$")
    return """
      # Measures \(parts) parts and then joins their records to all.json:
      #
      #   make -f job.mk -j1                        one after another, on this machine
      #   make -f job.mk -j1 parts/part-3.done      one of them, as on one machine of many that share
      #                                             this directory
      #
      # What was interrupted goes on where it was. \(duration)
      NUMBERS := \(numbers.map(String.init).joined(separator: " "))

      all.json: $(NUMBERS:%=parts/part-%.done)
      \t\(tool.shellQuoted) merge $(NUMBERS:%=parts/part-%.json) -o $@

      parts/part-%.done:
      \t@mkdir -p parts
      \t\(words) --shard "$*/\(parts)" -o "parts/part-$*.json" --resume
      \t@touch $@

      # Times that are measured beside another part are wrong.
      .NOTPARALLEL:

      """
  }
}
