// Files for the program, which would be told that there are none: those that the user picked, read where they are.
"use strict";

const pickedFiles = (() => {
  const files = new Map(); // by name
  const open = new Map(); // by number: file and place
  let next = 10; // the first three are the program's own
  const error = (code) => Object.assign(new Error(code), { code });
  const find = (path) => files.get(path.replace(/^\/+/, ""));
  const about = (file) => ({
    dev: 0, ino: 0, mode: 0o100444, nlink: 1, uid: 0, gid: 0, rdev: 0, blksize: 65536, size: file.size, blocks: Math.ceil(file.size / 512),
    atimeMs: file.lastModified, mtimeMs: file.lastModified, ctimeMs: file.lastModified, isDirectory: () => false,
  });
  const stat = (path, callback) => { const f = find(path); f ? callback(null, about(f)) : callback(error("ENOENT")); };
  Object.assign(globalThis.fs, {
    stat, lstat: stat,
    open(path, flags, mode, callback) {
      const file = find(path);
      if (!file) return callback(error("ENOENT"));
      open.set(next, { file, at: 0 });
      callback(null, next++);
    },
    fstat(number, callback) { const o = open.get(number); o ? callback(null, about(o.file)) : callback(error("EBADF")); },
    close(number, callback) { open.delete(number) ? callback(null) : callback(error("EBADF")); },
    // read reads a slice alone, so that a large file is never in memory as a whole.
    read(number, buffer, offset, length, position, callback) {
      const o = open.get(number);
      if (!o) return callback(error("EBADF"));
      const from = position === null ? o.at : position;
      let bytes;
      try {
        bytes = new Uint8Array(new FileReaderSync().readAsArrayBuffer(o.file.slice(from, from + length)));
      } catch {
        return callback(error("EIO"));
      }
      buffer.set(bytes, offset);
      if (position === null) o.at += bytes.length;
      callback(null, bytes.length);
    },
  });
  globalThis.process.cwd = () => "/";
  // add takes a file and returns its name. Of two with one name the later one counts.
  return { add(file) { files.set(file.name, file); return file.name; } };
})();
