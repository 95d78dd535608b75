// Starts Debian's Chromium, or the one that the variable CHROMIUM names.
import {chromium} from 'playwright-core';

export const launched = () => chromium.launch({executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: process.getuid() === 0 ? ['--no-sandbox'] : []});
