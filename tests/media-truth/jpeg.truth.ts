import { compareAll } from './harness/suite'
import { jpegFiles } from './files/jpeg'

compareAll('JPEG', await jpegFiles())
