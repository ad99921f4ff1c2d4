#include "tb/tool/run/instrument.hpp"

namespace kintsugi {

extern const InstrumentInfo kEnergyMeter;
extern const InstrumentInfo kDetectionMeter;
extern const InstrumentInfo kLinkMeter;
extern const InstrumentInfo kFlowMeter;
extern const InstrumentInfo kReplyMeter;
extern const InstrumentInfo kClassMeter;
extern const InstrumentInfo kHistoryRecorder;
extern const InstrumentInfo kWaveRecorder;
extern const InstrumentInfo kPacketLogger;
extern const InstrumentInfo kCycleMeter;
extern const InstrumentInfo kExpectationMeter;
extern const InstrumentInfo kGoldenComparison;
extern const InstrumentInfo kPartialReport;
extern const InstrumentInfo kProgramMeter;
extern const InstrumentInfo kReconfigurationSequence;
extern const InstrumentInfo kExplainer;
extern const InstrumentInfo kCoverageMeter;

std::vector<InstrumentInfo>& instruments() {
  static std::vector<InstrumentInfo> list = {
      kEnergyMeter,      kLinkMeter,        kFlowMeter,      kReplyMeter,   kClassMeter,
      kHistoryRecorder,  kCycleMeter,       kWaveRecorder,   kPacketLogger, kPartialReport,
      kExpectationMeter, kGoldenComparison, kDetectionMeter, kProgramMeter, kReconfigurationSequence,
      kExplainer,        kCoverageMeter};
  return list;
}

}  // namespace kintsugi
