import { constants, createReadStream } from 'node:fs'
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import type { BlobDriver, BlobUse } from '~~/server/storage/driver'
import { nullIfMissing, syncFolders } from '~~/server/storage/folders'
import { fsDriver } from '~~/server/storage/fs'
import { blobFolder } from '~~/server/storage/open'
import { makeWorkFolder } from '~~/server/bytes/work-folder'
import { OperateError } from '../fault'

/** A local file that is being written for a backup. */
export interface NewFile {
  path: string
  /** Makes the finished file part of the backup. */
  store: () => Promise<void>
}

/** The location of backups: a folder, or a prefix of a bucket. The files are the same in both cases. */
export interface BackupPlace {
  /** The path of the folder or the URL of the bucket, for messages. */
  name: string
  /** The blob store of the backups. It is in `blobs/`, below the folder or prefix. */
  blobs: BlobDriver
  /** Returns the names of the files and folders directly in the folder or below the prefix. */
  list: () => Promise<string[]>
  /** Returns the text of a small file; null if it does not exist. */
  read: (name: string) => Promise<string | null>
  /** Opens a file; null if it does not exist. */
  stream: (name: string) => Promise<Readable | null>
  /**
   * Writes a small file durably. It appears completely or not at all, and replaces an earlier file of this
   * name.
   */
  write: (name: string, text: string) => Promise<void>
  /** Writes a small file, but only if there is no file of this name. Returns whether it was written. */
  create: (name: string, text: string) => Promise<boolean>
  begin: (name: string) => Promise<NewFile>
  remove: (name: string) => Promise<void>
  close: () => Promise<void>
}

/** Returns whether an address is the URL of a bucket. Otherwise it is a folder. */
const isBucket = (address: string) => /^s3:/i.test(address)

/**
 * Opens a backup folder or bucket. If `use` is `everything`, a missing folder is created. Throws an
 * OperateError, or a SettingsError if a bucket cannot be used.
 */
export async function openPlace(address: string, use: BlobUse): Promise<BackupPlace> {
  return isBucket(address) ? openBucket(address, use) : openFolder(address, use)
}

/**
 * Throws an OperateError if the backup folder or bucket is inside the blob store, because the sweep would
 * delete the backup: its files would look like orphans. An error about the URL of the blob store contains the
 * name `setting`.
 */
export function assertOutside(address: string, blobUrl: string, setting: string): void {
  const folder = blobFolder(blobUrl, setting)
  const inFolder =
    folder !== null && !isBucket(address) && `${resolve(address)}${sep}`.startsWith(`${folder}${sep}`)
  const inBucket = folder === null && isBucket(address) && keyOf(address).startsWith(keyOf(blobUrl))
  if (inFolder || inBucket) throw new OperateError(`${address} is in the blob store; name a place elsewhere`)
}

/** Returns a text that identifies the store, the bucket and the prefix of an `s3://` URL. */
function keyOf(address: string): string {
  const { host = '', pathname = '', searchParams } = URL.parse(address) ?? {}
  return `${searchParams?.get('endpoint') ?? ''} ${host}${pathname.replace(/\/*$/, '/')}`
}

async function openFolder(folder: string, use: BlobUse): Promise<BackupPlace> {
  if (use === 'everything') await makeBackupFolder(folder)
  else {
    const found = await stat(folder).catch(nullIfMissing)
    if (!found?.isDirectory())
      throw new OperateError(`${folder} is not a folder; name the folder of a backup`)
  }
  const pathOf = (name: string) => join(folder, name)
  return {
    name: folder,
    blobs: fsDriver({ folder: join(folder, 'blobs') }),
    list: () => readdir(folder),
    read: name => readFile(pathOf(name), 'utf8').catch(nullIfMissing),
    async stream(name) {
      return (await stat(pathOf(name)).catch(nullIfMissing)) && createReadStream(pathOf(name), READING)
    },
    async write(name, text) {
      const path = pathOf(name)
      await syncFolders(folder, folder)
      await writeFile(`${path}.new`, text, { mode: 0o600, flush: true })
      await rename(`${path}.new`, path)
      await syncFolders(folder, folder)
    },
    async create(name, text) {
      try {
        await writeFile(pathOf(name), text, { flag: 'wx', mode: 0o600 })
        return true
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
        throw error
      }
    },
    begin: async name => ({ path: pathOf(name), store: async () => {} }),
    remove: name => rm(pathOf(name), { force: true }),
    close: async () => {},
  }
}

const READING = { highWaterMark: 256 * 1024 }

async function makeBackupFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(`${folder}/.`, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new OperateError(`${folder} is a file; a backup is a folder: name one`)
    throw new OperateError(`${folder} cannot be written (${code}); name a folder that you may write to`)
  }
}

/**
 * Opens a bucket. A file that is written in pieces is first written to a local file, since its size must be
 * known before it is sent.
 */
async function openBucket(address: string, use: BlobUse): Promise<BackupPlace> {
  const { openBucketFiles } = await import('~~/server/storage/s3/files')
  const files = await openBucketFiles(address, 'the backup', use)
  const { blobs } = await openBucketFiles(below(address, 'blobs'), 'the backup', 'reading')
  const { path: folder, remove } = await makeWorkFolder()
  const write = (name: string, text: string) => {
    const bytes = Buffer.from(text)
    return files.write(name, Readable.from([bytes]), bytes.length)
  }
  return {
    ...files,
    name: address,
    blobs,
    write,
    // Not atomic: if two backups start at the same moment, both write the file. It cannot be atomic, because
    // not every store can reject the second write.
    async create(name, text) {
      if ((await files.read(name)) !== null) return false
      await write(name, text)
      return true
    },
    async begin(name) {
      const path = join(folder, name)
      return {
        path,
        async store() {
          await files.write(name, createReadStream(path, READING), (await stat(path)).size)
          await rm(path)
        },
      }
    },
    close: remove,
  }
}

/** Returns the URL with a further segment at the end of its prefix. */
function below(address: string, segment: string): string {
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/\/*$/, '')}/${segment}`
  return url.href
}
