// Makes the codec's model from the labels of a sample (db/codec_trainer.h), before a database is written.
//
// Whole chunks are sampled, because a chunk's labels come out of the ply log together. The number of pieces determines
// the size of a chunk, so the model depends on the labels alone. Memory: 32 MiB, and a chunk per thread.
#pragma once

#include <atomic>
#include <memory>

#include "db/codec_model.h"
#include "solver/checkpoint/label_chunks.h"

namespace uisge {

// Errors: those of reading the log; kInterrupted when cancelled.
Result<std::unique_ptr<const CodecModel>> train_codec(const LabelChunks& chunks, const PlyLogHeader& header,
                                                      CodecId codec, std::size_t threads,
                                                      const std::atomic<bool>& cancel);

}  // namespace uisge
