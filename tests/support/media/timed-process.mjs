// A media process whose jobs take as long as their input states, for tests of the order of jobs.
process.on('message', ({ input: { ms } }) => {
  const begun = performance.timeOrigin + performance.now()
  setTimeout(() => process.send({ result: begun, rssBytes: 0 }), ms)
})
process.once('disconnect', () => process.exit())
