import pLimit from 'p-limit'
import sharp from 'sharp'

// One job is one thread: what may run at once is said below, not by libvips. Nothing is used twice.
sharp.concurrency(1)
sharp.cache(false)
// SVG and everything exotic is refused by the decoder itself, whatever the signature check let through.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'] })

/**
 * At most two pictures at a time: more would take the threads that file reads need (libuv has four), and reads would
 * wait for seconds.
 */
export const pictureQueue = pLimit(2)
/** Remuxing reads and writes files; one at a time keeps the disk for uploads and viewers. */
export const videoQueue = pLimit(1)
