import { compareAll } from './harness/suite'
import { webmFiles } from './files/webm'

compareAll('WebM', webmFiles())
