import sharp from 'sharp'

// One thread a job: the pool (process/pool.ts) decides how many run at once, not libvips. No cache: nothing
// is read twice.
sharp.concurrency(1)
sharp.cache(false)
// The decoder itself rejects SVG and all other formats, in case the signature check lets one through.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
})

/** The image library with its limits set. Only media processes load it. */
export default sharp
