// A media process whose jobs take as long as their input states, for tests of the order of jobs. The result
// of a job without a duration is its limit of CPU time.
process.on('message', ({ cpuMs, input: { ms } }) => {
  const begun = performance.timeOrigin + performance.now()
  setTimeout(() => process.send({ result: ms === undefined ? cpuMs : begun, rssBytes: 0 }), ms ?? 0)
})
process.once('disconnect', () => process.exit())
