/* Stands for the kernel's dma-buf heaps where there are none: libcamera's virtual camera only ever
 * maps its buffers, so anonymous files will do. Preloaded, it answers /dev/dma_heap/... and the three
 * calls that are made on what comes from there; everything else passes through.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

static const char heaps[] = "/dev/dma_heap/";

static int is_heap(const char *path)
{
	return path != NULL && strncmp(path, heaps, sizeof(heaps) - 1) == 0;
}

static int heap(void)
{
	return memfd_create("heap", MFD_CLOEXEC);
}

static mode_t mode_of(int flags, va_list rest)
{
	return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}

#define OPEN(name)                                                                                 \
	int name(const char *path, int flags, ...)                                                 \
	{                                                                                          \
		int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, #name);                     \
		va_list rest;                                                                      \
		mode_t mode;                                                                       \
		va_start(rest, flags);                                                             \
		mode = mode_of(flags, rest);                                                       \
		va_end(rest);                                                                      \
		return is_heap(path) ? heap() : real(path, flags, mode);                           \
	}

#define OPENAT(name)                                                                               \
	int name(int folder, const char *path, int flags, ...)                                     \
	{                                                                                          \
		int (*real)(int, const char *, int, ...) = dlsym(RTLD_NEXT, #name);                \
		va_list rest;                                                                      \
		mode_t mode;                                                                       \
		va_start(rest, flags);                                                             \
		mode = mode_of(flags, rest);                                                       \
		va_end(rest);                                                                      \
		return is_heap(path) ? heap() : real(folder, path, flags, mode);                   \
	}

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

/* What glibc's headers make of open(path, flags) in fortified programs. */
int __open_2(const char *path, int flags)
{
	return open(path, flags);
}

int __open64_2(const char *path, int flags)
{
	return open64(path, flags);
}

static int allocate(struct dma_heap_allocation_data *wanted)
{
	int file = memfd_create("dma-buf", MFD_CLOEXEC);

	if (file < 0 || ftruncate(file, (off_t)wanted->len) < 0)
		return -1;
	wanted->fd = (__u32)file;
	return 0;
}

int ioctl(int file, unsigned long request, ...)
{
	int (*real)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
	va_list rest;
	void *argument;

	va_start(rest, request);
	argument = va_arg(rest, void *);
	va_end(rest);
	if (request == DMA_HEAP_IOCTL_ALLOC)
		return allocate(argument);
	if (request == DMA_BUF_IOCTL_SYNC || request == DMA_BUF_SET_NAME_A ||
	    request == DMA_BUF_SET_NAME_B)
		return 0;
	return real(file, request, argument);
}
