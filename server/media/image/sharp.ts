import sharp from 'sharp'

// One job is one thread: how many run at once is the pool's decision (pool.ts), not libvips'. Nothing is read
// twice.
sharp.concurrency(1)
sharp.cache(false)
// The decoder itself refuses SVG and every other format, whatever the signature check let through.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
})

/** The image library with its limits set. Only media processes load it. */
export default sharp
